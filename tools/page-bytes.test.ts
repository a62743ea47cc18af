import { expect, test } from "vitest";
import { addUpPage } from "./page-bytes.ts";

const manifest = {
  "index.html": { file: "assets/index.js", imports: ["_react.js"], dynamicImports: ["features/a/a-screen.tsx"] },
  "_react.js": { file: "assets/react.js" },
  "features/a/a-screen.tsx": {
    file: "assets/a.js",
    src: "features/a/a-screen.tsx",
    imports: ["_react.js", "_table.js"],
  },
  "_table.js": { file: "assets/table.js", dynamicImports: ["features/a/chart.tsx"] },
  "features/a/chart.tsx": { file: "assets/chart.js", src: "features/a/chart.tsx" },
};
const page = { name: "a", entry: "index.html", screen: /a-screen\.tsx$/, limit: 1 };

test("a page is its entry, its screen and what they import, each once, without what loads later", () => {
  const { bytes, files } = addUpPage(manifest, page, () => 100);
  expect(files.toSorted()).toEqual(["assets/a.js", "assets/index.js", "assets/react.js", "assets/table.js"]);
  expect(bytes).toBe(400);
});

test("a screen that is not in the build has no files, so that its limit cannot pass unseen", () => {
  expect(addUpPage(manifest, { ...page, screen: /gone\.tsx$/ }, () => 100)).toEqual({ bytes: 0, files: [] });
});
