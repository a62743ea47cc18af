import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { firstIcons } from "../ui/first-icons.ts";

const root = path.join(import.meta.dirname, "..");

/** Files that come with the first of `file`'s screens, and the icons that each names. */
function iconsWith(file: string, seen = new Map<string, string[]>()) {
  if (seen.has(path.relative(root, file)) || file.endsWith(".css")) return seen;
  const text = fs.readFileSync(file, "utf8");
  seen.set(
    path.relative(root, file),
    [...text.matchAll(/icon(?:=|: )"(\w+)"|<Icon name="(\w+)"/g)].map(([, a, b]) => a ?? b!),
  );
  for (const [, from] of text.matchAll(/^import (?!type )[^;]*?"(\.[^"]+)"/gm))
    iconsWith(path.resolve(path.dirname(file), from!), seen);
  return seen;
}

test("the sign-in page brings every icon that it draws", () => {
  const icons = iconsWith(path.join(root, "signed-out/main.tsx"));
  for (const [file, names] of iconsWith(path.join(root, "signed-out/sign-in-screen.tsx"))) icons.set(file, names);
  expect([...icons.keys()]).toContain("ui/text-field.tsx");
  const missing = [...icons].flatMap(([file, names]) =>
    names.filter((name) => !(name in firstIcons)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
