// Runs the stories of every file, or of the files named, in two browsers at once: each process tells the next story that
// none has begun. usage: node stories.js [FILE...] [--test-name-pattern=REGEX]
import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";

const PROCESSES = 2;
const PATTERN = /^--test-name-pattern=/;

async function tell(files, pattern) {
  // Nobody hears of what is told to a parent that is gone; the browsers go with this process.
  process.once("disconnect", () => process.exit(1));
  const { close, stories } = await import("./page.js");
  for (const file of files) await import(`./${file}`);
  const chosen = stories.filter(({ name }) => pattern.test(name));
  const next = () => new Promise((resolve) => {
    process.once("message", resolve);
    process.send("next");
  });
  for (let at = await next(); at < chosen.length; at = await next()) {
    const { name, options, run } = chosen[at];
    await test(name, options, async () => {
      try {
        await run();
      } catch (error) {
        process.send({ failed: name });
        throw error;
      }
    });
  }
  await close();
  process.removeAllListeners("disconnect");
  process.disconnect();
  // What is left open would hold up the whole run; it fails it instead.
  setTimeout(() => process.exit(1), 10_000).unref();
}

async function share(args) {
  const start = Date.now();
  let [next, failed] = [0, []];
  const one = () => new Promise((resolve) => {
    const child = fork(process.argv[1], args, { execArgv: ["--test-reporter=spec"], env: { ...process.env, STORIES: "shared" } });
    child.on("message", (message) => (message === "next" ? child.send(next++) : failed.push(message.failed)));
    child.on("exit", resolve);
  });
  const codes = await Promise.all(Array.from({ length: PROCESSES }, one));
  for (const name of failed) console.log(`failed: ${name}`);
  const told = Math.max(0, next - PROCESSES); // each process is told once that there are no more
  console.log(`${told} stories in ${Math.round((Date.now() - start) / 1000)} s, ${failed.length} of them failed`);
  return told > 0 && codes.every((code) => code === 0);
}

const args = process.argv.slice(2);
if (process.env.STORIES === "shared") {
  const files = args.filter((arg) => !PATTERN.test(arg));
  const pattern = new RegExp(args.find((arg) => PATTERN.test(arg))?.replace(PATTERN, "") ?? "");
  await tell(files.length ? files : readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".test.js")), pattern);
} else if (!(await share(args))) {
  process.exitCode = 1;
}
