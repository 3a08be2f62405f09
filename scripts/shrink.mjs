#!/usr/bin/env node
// Makes a release build of the page lighter: takes out what wasm-bindgen exports and nothing uses, gives the names between
// JavaScript and WebAssembly a letter or two instead of 40, half of which no compression makes shorter, and takes the
// comments and indentation out of what wasm-bindgen wrote. Trunk.toml calls it. usage: scripts/shrink.mjs FOLDER
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

// Streams, which a dependency of leptos brings along.
const UNUSED = /intounderlying/i;
// As in index.html, but for what needs the names of functions: those of one name, which generic code is made of, lie side by
// side (2.5 kB less, brotli), and loops are built anew (0.9 kB). Longer code that repeats itself compresses better than the
// shortest: -Oz weighs 2 kB more.
const OPTIONS = ["-Os", "--low-memory-unused", "--skip-pass=local-cse", "--skip-pass=inlining-optimizing", "--enable-bulk-memory", "--enable-nontrapping-float-to-int"];

/** Gives every name of the sections of imports and exports to `rename`; `null` takes an export out. */
function renamed(wasm, rename) {
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const written = (value) => {
    const bytes = [];
    do {
      bytes.push(value % 128 | (value > 127 ? 128 : 0));
      value = Math.floor(value / 128);
    } while (value > 0);
    return Buffer.from(bytes);
  };
  const from = (start) => wasm.subarray(start, at);
  const name = () => {
    const length = number();
    at += length;
    return wasm.toString("utf8", at - length, at);
  };
  const text = (text) => Buffer.concat([written(Buffer.byteLength(text)), Buffer.from(text)]);
  const limits = () => {
    if (wasm[at++] & 1) number();
    number();
  };
  const kinds = [number, () => (at++, limits()), limits, () => (at += 2), () => (at++, number())];
  const parts = [wasm.subarray(0, 8)];
  while (at < wasm.length) {
    const [start, id, length] = [at, wasm[at++], number()];
    const end = at + length;
    if (id !== 2 && id !== 7) {
      at = end;
      parts.push(from(start));
      continue;
    }
    const kept = [];
    for (let left = number(); left > 0; left--) {
      const module = id === 2 ? [text(name())] : [];
      const own = rename(name(), id === 2 ? "import" : "export");
      const rest = at;
      if (id === 2) kinds[wasm[at++]]();
      else at++, number();
      if (own !== null) kept.push(Buffer.concat([...module, text(own), from(rest)]));
    }
    const body = Buffer.concat([written(kept.length), ...kept]);
    parts.push(Buffer.from([id]), written(body.length), body);
  }
  return Buffer.concat(parts);
}

/** The optimiser, where there is one. */
const optimiser = process.env.PATH.split(delimiter).map((folder) => join(folder, "wasm-opt")).find((path) => {
  try { return readFileSync(path).length; } catch { return false; }
});

function shrink(folder, base) {
  const [script, module] = [join(folder, `${base}.js`), join(folder, `${base}_bg.wasm`)];
  writeFileSync(module, renamed(readFileSync(module), (name, kind) => (kind === "export" && UNUSED.test(name) ? null : name)));
  if (optimiser) execFileSync(optimiser, [...OPTIONS, module, "-o", module], { stdio: ["ignore", "ignore", "inherit"] });

  const names = new Map();
  const shorter = (name) => {
    if (!/^_|_h[0-9a-f]{16}$/.test(name)) return name;
    if (!names.has(name)) names.set(name, `_${names.size.toString(36)}`);
    return names.get(name);
  };
  writeFileSync(module, renamed(readFileSync(module), shorter));
  const code = readFileSync(script, "utf8")
    .replace(/\/\*\*[^]*?\*\//g, "")
    .replace(/^ *(\/\/.*)?\n| +(?=\n)/gm, "")
    // Classes, and what only they use; functions that the module no longer imports.
    .replace(/^export class (\w+) \{\n[^]*?^\}\n(if \(Symbol\.dispose\).*\n)?/gm, (all, name) => (UNUSED.test(name) ? "" : all))
    .replace(/^const (\w+)Finalization = [^]*?;\n/gm, (all, name) => (UNUSED.test(name) ? "" : all))
    .replace(/^ {8}(__wb\w+): function[^]*?^ {8}\}.*,\n/gm, (all, name) => (names.has(name) ? all : ""))
    .replace(/^ +/gm, "")
    .replace(/\b\w+\b/g, (word) => names.get(word) ?? word);
  writeFileSync(script, code);
}

const folder = process.argv[2];
for (const file of readdirSync(folder)) if (file.endsWith("_bg.wasm")) shrink(folder, file.slice(0, -"_bg.wasm".length));
