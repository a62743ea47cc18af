import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./root.ts";

const permissive = ["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"];

/** Packages with another licence, or with one that their description does not name, and why it is no hindrance. */
const judged: Readonly<Record<string, string>> = {
  "@fontsource-variable/inter": "OFL-1.1: a font may be shipped with software; we do not sell or rename it.",
  "@img/sharp-": "LGPL-3.0: libvips stays a library of its own, which anybody may replace.",
  dompurify: "MPL-2.0 or Apache-2.0: we take the second.",
  isbot: "Unlicense: in the public domain.",
  "png-js": "MIT in its LICENSE file.",
  "type-fest": "MIT or CC0-1.0: we take the first.",
};

type Lock = { packages: Record<string, { license?: string; dev?: boolean; link?: boolean }> };

test("every package that is not of development alone has a licence that somebody judged", () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lock;
  const used = Object.entries(packages).filter(
    ([place, { dev, link }]) => place.includes("node_modules/") && !dev && !link,
  );
  const named = used.map(([place, { license = "" }]) => ({ name: place.split("node_modules/").at(-1)!, license }));
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(["fastify", "pg", "react"]));
  const isJudged = (name: string) =>
    Object.keys(judged).some((each) => (each.endsWith("-") ? name.startsWith(each) : name === each));
  expect(named.filter(({ name, license }) => !permissive.includes(license) && !isJudged(name))).toEqual([]);
});
