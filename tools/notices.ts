/**
 * Writes what goes with a copy of the product: the licence of each package it carries, and a bill of materials in the
 * CycloneDX format.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { listPackages, type Lock } from "./licences.ts";
import { root } from "./root.ts";

const folder = path.join(root, "dist");
const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lock;

function textsOf(place: string): string[] {
  const at = path.join(root, place);
  // A package for another kind of machine is not installed here.
  if (!fs.existsSync(at)) return [];
  return fs
    .readdirSync(at)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file) && fs.statSync(path.join(at, file)).isFile())
    .map((file) => fs.readFileSync(path.join(at, file), "utf8").trim());
}

const packages = listPackages(lock).map(({ name, version, licence, folder: place }) =>
  [`${name} ${version}`, `Licence: ${licence || "see below"}`, ...textsOf(place)].join("\n\n"),
);
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), `${packages.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
// What runs, and what the pages are built of: neither the tests' packages nor the Node and PostgreSQL of development.
const carried = ["--omit=dev", "--workspace=server", "--workspace=web"];
const materials = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", ...carried], {
    cwd: root,
    maxBuffer: 64_000_000,
    encoding: "utf8",
  }),
) as { metadata: { component: { name: string } }; components: unknown[] };
// npm names it after its folder.
materials.metadata.component.name = "tradewind";
fs.writeFileSync(path.join(folder, "sbom.cdx.json"), JSON.stringify(materials, undefined, 2));
console.log(
  `Wrote dist/THIRD-PARTY-NOTICES.txt (${packages.length} packages) and dist/sbom.cdx.json (${materials.components.length}).`,
);
