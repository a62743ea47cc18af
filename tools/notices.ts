/**
 * Writes what goes with a copy of the product: the licences of what the pages are made of, and a bill of materials of what
 * the server needs, whose packages carry their own licences in `node_modules`.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./root.ts";
import { buildWeb } from "./web-build.ts";

/** Packages that style sheets take in; Vite lists those of the scripts. */
const styled = ["@fontsource-variable/inter", "tailwindcss"];

await buildWeb();
const folder = path.join(root, "dist");
fs.mkdirSync(folder, { recursive: true });
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const texts = styled.map((name) => `## ${name}\n\n${read(`node_modules/${name}/LICENSE`)}`);
fs.writeFileSync(
  path.join(folder, "THIRD-PARTY-NOTICES.md"),
  [read("web/dist/.vite/license.md"), ...texts].join("\n\n"),
);
const wanted = ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--workspace=server"];
fs.writeFileSync(
  path.join(folder, "sbom.cdx.json"),
  execFileSync("npm", wanted, { cwd: root, maxBuffer: 100_000_000 }),
);
console.log("Wrote dist/THIRD-PARTY-NOTICES.md and dist/sbom.cdx.json.");
