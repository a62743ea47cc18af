/**
 * Writes what goes with a copy of the product: the licence of each package it carries, and a bill of materials in the
 * CycloneDX format. Both are made from the lock and the built pages, since `npm sbom` leaves out what a test needs, too.
 */
import fs from "node:fs";
import path from "node:path";
import { listCarried, type Lock } from "./licences.ts";
import { root } from "./root.ts";
import { buildWeb } from "./web-build.ts";

const folder = path.join(root, "dist");
const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));

function textsOf(place: string): string[] {
  const at = path.join(root, place);
  // A package for another kind of machine is not installed here.
  if (!fs.existsSync(at)) return [];
  return fs
    .readdirSync(at)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file) && fs.statSync(path.join(at, file)).isFile())
    .map((file) => fs.readFileSync(path.join(at, file), "utf8").trim());
}

await buildWeb();
const bundled = read("web/dist/.vite/packages.json") as { name: string; version: string }[];
const packages = listCarried(read("package-lock.json") as Lock, bundled);
const notices = packages.map(({ name, version, licence, folder: place }) =>
  [`${name} ${version}`, `Licence: ${licence || "see below"}`, ...textsOf(place)].join("\n\n"),
);
const { name, version } = read("package.json") as { name: string; version: string };
const materials = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { component: { type: "application", name, version } },
  components: packages.map((each) => ({
    type: "library",
    name: each.name,
    version: each.version,
    purl: `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`,
    ...(each.licence && { licenses: [{ expression: each.licence }] }),
    hashes: [{ alg: "SHA-512", content: Buffer.from(each.integrity.replace("sha512-", ""), "base64").toString("hex") }],
  })),
};
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
fs.writeFileSync(path.join(folder, "sbom.cdx.json"), JSON.stringify(materials, undefined, 2));
console.log(`Wrote dist/THIRD-PARTY-NOTICES.txt and dist/sbom.cdx.json (${packages.length} packages).`);
