import fs from "node:fs";
import path from "node:path";
import { addUpPage, pages, type Chunk } from "./page-bytes.ts";
import { root } from "./root.ts";

const dist = path.join(root, "web/dist");
const manifest: Record<string, Chunk> = JSON.parse(fs.readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"));
const sizeOf = (file: string) =>
  fs.statSync(path.join(dist, fs.existsSync(path.join(dist, `${file}.gz`)) ? `${file}.gz` : file)).size;

let broken = false;
for (const page of pages) {
  const { bytes, files } = addUpPage(manifest, page, sizeOf);
  const missing = files.length === 0 ? "  not found in the build" : "";
  const over = bytes > page.limit * 1000 ? "  TOO MUCH" : "";
  console.log(
    `${page.name.padEnd(10)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of at most ${page.limit} kB gzipped JavaScript${over}${missing}`,
  );
  if (over) for (const file of files) console.log(`    ${(sizeOf(file) / 1000).toFixed(1).padStart(6)} kB  ${file}`);
  broken ||= over !== "" || missing !== "";
}
if (broken) process.exit(1);
