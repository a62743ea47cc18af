import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listPackages, listUnjudged, type Lock } from "./licences.ts";
import { root } from "./root.ts";

test("every package that a production carries has a licence that somebody judged", () => {
  const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lock;
  const packages = listPackages(lock);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["fastify", "pg", "react"]));
  expect(listUnjudged(packages)).toEqual([]);
});

test("a licence that nobody judged is found, development's own packages are not looked at", () => {
  const packages = listPackages({
    packages: {
      "": { version: "1" },
      "node_modules/good": { version: "1.0.0", license: "MIT" },
      "node_modules/good/node_modules/strange": { version: "2.0.0", license: "AGPL-3.0" },
      "node_modules/untold": { version: "3.0.0" },
      "node_modules/tool": { version: "4.0.0", license: "GPL-3.0", dev: true },
    },
  });
  expect(listUnjudged(packages).map(({ name, version }) => `${name} ${version}`)).toEqual([
    "strange 2.0.0",
    "untold 3.0.0",
  ]);
});
