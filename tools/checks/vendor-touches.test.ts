import { expect, test } from "vitest";
import { checkVendorTouches } from "./vendor-touches.ts";

const page = (...listed: string[]) => [
  {
    path: "docs/adding-a-product.md",
    text: `# A product\n\n## What Lantern touched\n\n${listed.map((path) => `| \`${path}\` | why |`).join("\n")}\n`,
  },
];
const sources = [
  { path: "vendors/lantern/lantern.ts", text: "lantern" },
  { path: "simulators/lantern/lantern.ts", text: "lantern" },
  { path: "vendors/vendor.test.ts", text: "lantern" },
  { path: "vendors/index.ts", text: 'import { lantern } from "./lantern/lantern.ts";' },
  { path: "server/worker.ts", text: "acronis" },
];
const faultsOf = (...listed: string[]) => checkVendorTouches(sources, page(...listed)).map(({ instead }) => instead);

test("the page lists exactly the code outside a vendor's folders that names it", () => {
  expect(faultsOf("vendors/index.ts")).toEqual([]);
  expect(faultsOf()).toEqual(["lacks vendors/index.ts, which names lantern."]);
  expect(faultsOf("vendors/index.ts", "server/worker.ts")).toEqual(["lists server/worker.ts, which names no lantern."]);
  expect(checkVendorTouches(sources, [])).toMatchObject([{ place: "docs/adding-a-product.md" }]);
});
