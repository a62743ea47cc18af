import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { exceptions } from "./checks/exceptions.data.ts";
import { checkDecisions } from "./checks/decisions.ts";
import { beyond } from "./checks/exceptions.ts";
import { checkHouse, parseSources } from "./checks/house.ts";
import type { Manifests } from "./checks/packages.ts";
import { checkSizes } from "./checks/sizes.ts";
import { checkVendorTouches } from "./checks/vendor-touches.ts";
import { checkWords } from "./checks/words.ts";
import { root } from "./root.ts";
import { readDocuments, readFiles, readSources, workspaces, type Fault } from "./source-files.ts";

const sources = parseSources(readSources(root));
if (sources.length === 0) fail([{ place: root, instead: "No source file was found: the checks looked at nothing." }]);
const sizes = checkSizes(sources);
const styles = readFiles(root, (name) => name.endsWith(".css"));
const found = [...checkHouse(sources, readManifests(), styles), ...sizes.faults];
const documents = readDocuments(root);
const texts = [...sources, ...styles, ...readFiles(root, (name) => /\.(?:html|sql)$/.test(name)), ...documents];
const faults = [
  ...beyond(found, exceptions),
  ...checkDecisions(documents),
  ...checkVendorTouches(sources, documents),
  ...checkWords(texts, sources),
];
console.log(sizes.summary);
if (sizes.warning) console.log(sizes.warning);
if (faults.length > 0) fail(faults);
console.log("Imports, habits, sizes and words are as docs/layout.md says; documents and decisions match.");
if (found.length > 0) console.log(`${found.length} exceptions wait in tools/checks/exceptions.data.ts.`);

for (const mode of [[], ["--production"]]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "node_modules/knip/bin/knip.js",
      ...mode,
      "--include",
      "files,exports,types",
      "--no-progress",
      "--no-config-hints",
    ],
    { cwd: root, encoding: "utf8" },
  );
  if (status === 0) continue;
  console.error(stdout + stderr);
  const reached = mode.length > 0 ? "Only tests reach the above." : "Nothing reaches the above.";
  fail([{ place: "knip.json", instead: `${reached} Delete it, or let the product use it.` }]);
}
console.log("All that is exported is used, and not by tests alone.");

function fail(broken: readonly Fault[]): never {
  for (const { place, instead } of broken) console.error(`${place}  ${instead}`);
  console.error(`${broken.length} broken ${broken.length === 1 ? "rule" : "rules"}.`);
  process.exit(1);
}

function readManifests(): Manifests {
  return Object.fromEntries(
    ["", ...workspaces].map((workspace) => {
      const manifest = JSON.parse(fs.readFileSync(path.join(root, workspace, "package.json"), "utf8"));
      const { dependencies = {}, devDependencies = {}, scripts = {} } = manifest;
      return [
        workspace,
        {
          dependencies: Object.keys(dependencies),
          devDependencies: Object.keys(devDependencies),
          scripts: Object.values<string>(scripts),
        },
      ];
    }),
  );
}
