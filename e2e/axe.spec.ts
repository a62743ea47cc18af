import { violationsOn } from "./axe.ts";
import { expect, test } from "./portal.ts";

const small = '<button style="display:block;width:12px;height:12px;padding:0;border:0">a</button>';
const page = (targets: string) => `<!doctype html><html lang="en-GB"><title>Targets</title>
  <button style="display:block;position:sticky;top:0;width:100%;height:60px;z-index:1">Bar</button>
  <main style="height:3000px"><p style="height:400px">Above</p>${targets}</main></html>`;

test("a target half under a bar that stays while the page scrolls is no fault, a small one is", async ({
  page: open,
}) => {
  const rule = ["target-size"];
  await open.setContent(page('<button style="display:block;width:120px;height:40px">Press</button>'));
  const below = (await open.getByRole("button", { name: "Press" }).boundingBox())!.y;
  await open.evaluate((y) => scrollTo(0, y), below - 30);
  expect(await violationsOn(open, rule)).toEqual([]);
  await open.setContent(page(small + small));
  expect(await violationsOn(open, rule)).toHaveLength(1);
});
