// Starts the page; where it cannot, says why, in both languages. No module: it also runs where modules may not, as from a
// file opened from disk. It asks for the wasm itself, at once: a preload is fetched a second time by WebKit.
(() => {
  const { js, wasm } = document.currentScript.dataset;
  const REASONS = [
    [
      () => location.protocol === "file:",
      "页面是从磁盘直接打开的，浏览器不允许这样加载程序。请用一个网页服务器打开所在的文件夹，例如 scripts/serve。",
      "The page was opened from disk, where browsers let no page load its program. Serve its folder with any web server, such as scripts/serve.",
    ],
    [
      () => typeof WebAssembly !== "object",
      "这个浏览器没有 WebAssembly，或者它被关掉了。",
      "This browser has no WebAssembly, or it is switched off.",
    ],
    [
      () => origin === "null",
      "页面放在一个受限的框架（sandbox）里：要加上 allow-same-origin，或者单独打开。",
      "The page stands in a sandboxed frame: that needs allow-same-origin. Or open the page by itself.",
    ],
    [
      (error) => /unsafe-eval|wasm-eval|Content.Security.Policy|blocked by CSP/i.test(error),
      "网站的安全策略（Content-Security-Policy）不允许 WebAssembly：script-src 里要有 'wasm-unsafe-eval'。",
      "The site's Content-Security-Policy forbids WebAssembly: its script-src needs 'wasm-unsafe-eval'.",
    ],
    [
      () => true,
      "程序没有完整地取到，或者无法运行。请检查网络后重新加载。",
      "The program did not arrive whole, or cannot run. Check the network and load the page again.",
    ],
  ];

  const fail = (error) => {
    const text = String(error?.message ?? error);
    const [, zh, en] = REASONS.find(([holds]) => holds(text));
    const notice = document.getElementById("start");
    notice.replaceChildren(...[zh, en, text].map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    notice.setAttribute("role", "alert");
    notice.hidden = false;
  };

  // Settings once had keys without a prefix. They are read once, and stay: on a shared host they may be another page's.
  const adopt = () => {
    const [mine, kept] = ["attention-lab.", localStorage];
    if (kept.getItem(`${mine}adopted`)) return;
    kept.setItem(`${mine}adopted`, 1);
    for (const key of ["language", "theme", "progress"]) {
      const old = kept.getItem(key);
      if (old !== null && kept.getItem(mine + key) === null) kept.setItem(mine + key, old);
    }
  };

  const fetched = async () => {
    const answer = await fetch(wasm);
    if (!answer.ok) throw new Error(`${wasm}: ${answer.status}`);
    return answer;
  };

  const start = async () => {
    try {
      adopt();
    } catch {
      // Where nothing can be kept, nothing was.
    }
    const [page, program] = await Promise.all([import(js), fetched()]);
    await page.default({ module_or_path: program });
    document.getElementById("start").hidden = true;
  };
  start().catch(fail);

  // The address is that of the state: to follow the link is to load the page again.
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#panic a")) {
      event.preventDefault();
      location.reload();
    }
  });
})();
