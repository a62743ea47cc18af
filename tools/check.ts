import fs from "node:fs";
import path from "node:path";
import { checkHabits } from "./check-habits.ts";
import { checkImports, type Manifest } from "./check-imports.ts";
import { checkPictures } from "./check-pictures.ts";
import { checkSizes } from "./check-sizes.ts";
import { readDocuments } from "./linked-pictures.ts";
import { root } from "./root.ts";
import { scenes } from "./scenes/all.ts";
import { fileOf, shotsOf } from "./scenes/scene.ts";
import { readSources, workspaces, type Fault } from "./source-files.ts";

const files = readSources(root);
if (files.length === 0) fail([{ place: root, instead: "No source file was found: the checks looked at nothing." }]);
const sizes = checkSizes(files);
const pictures = {
  documents: readDocuments(root),
  kept: fs.readdirSync(path.join(root, "docs/screens")).map((name) => `docs/screens/${name}`),
  taken: scenes.flatMap((scene) => shotsOf(scene).map((shot) => `docs/screens/${fileOf(scene, shot)}`)),
};
const faults = [
  ...checkImports(files, readManifests()),
  ...checkHabits(files),
  ...sizes.faults,
  ...checkPictures(pictures),
];
console.log(sizes.summary);
if (sizes.warning) console.log(sizes.warning);
if (faults.length > 0) fail(faults);
console.log("Imports, habits and sizes are as docs/layout.md says; documents and pictures match.");

function readManifests(): Record<string, Manifest> {
  return Object.fromEntries(
    ["", ...workspaces].map((workspace) => {
      const manifest = JSON.parse(fs.readFileSync(path.join(root, workspace, "package.json"), "utf8"));
      const names = (list: Record<string, string> | undefined) => Object.keys(list ?? {});
      return [
        workspace,
        { dependencies: names(manifest.dependencies), devDependencies: names(manifest.devDependencies) },
      ];
    }),
  );
}

function fail(found: readonly Fault[]): never {
  for (const { place, instead } of found) console.error(`${place}  ${instead}`);
  console.error(`${found.length} broken ${found.length === 1 ? "rule" : "rules"}.`);
  process.exit(1);
}
