// Serves one folder on 127.0.0.1, as any static host does.
// By hand: node scripts/static-server.mjs FOLDER PORT. The browser stories import `serve`.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm", // without it browsers refuse to compile while they download
  ".woff2": "font/woff2",
};

/**
 * Resolves to a listening server; port 0 takes any free one (`server.address().port` tells which). `headers` go with every
 * answer, as they stand at its time.
 */
export function serve(folder, port = 0, headers = {}) {
  const server = createServer(async (request, response) => {
    try {
      // A URL never keeps `..` above its root, and normalize resolves an encoded one: no request leaves the folder.
      let path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
      if (path.endsWith("/")) path += "index.html";
      const body = await readFile(join(folder, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "cache-control": "no-cache", ...headers });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("not found");
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, port] = process.argv.slice(2);
  try {
    await serve(folder, Number(port));
    console.log(`Attention Lab is at http://127.0.0.1:${port}/ (Ctrl-C stops it)`);
  } catch (error) {
    const why = error.code === "EADDRINUSE" ? "is in use: name another, as in `scripts/serve 8081`" : `cannot be used (${error.code})`;
    console.error(`serve: port ${port} ${why}`);
    process.exit(1);
  }
}
