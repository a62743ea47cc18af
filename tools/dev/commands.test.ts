import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../root.ts";
import { commands, commandsIn } from "./commands.ts";

test("every command of README is run by test:long, or says why not, and is there", () => {
  const named = commandsIn(fs.readFileSync(path.join(root, "README.md"), "utf8"));
  expect(named.toSorted()).toEqual(Object.keys(commands).toSorted());
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(named.filter((name) => !scripts[name])).toEqual([]);
});
