import { expect, test } from "vitest";
import { checkPictures } from "./check-pictures.ts";

const documents = [
  { path: "README.md", text: "![The dashboard](docs/screens/dashboard-1440.png)" },
  { path: "docs/look.md", text: "[wide](screens/invoice-1440.png), [far away](https://example.com/far.png)" },
  { path: "docs/decisions/0001-one.md", text: "[dark](../screens/invoice-1440-dark.png)" },
];
const shown = ["dashboard-1440", "invoice-1440", "invoice-1440-dark"].map((name) => `docs/screens/${name}.png`);

test("pictures that documents link to, from any folder, are in order", () => {
  expect(checkPictures({ documents, kept: shown, taken: shown })).toEqual([]);
});

test("a picture without a link, a link without a picture and a link to no scene's picture are each reported", () => {
  const [dashboard, invoice, dark] = shown as [string, string, string];
  expect(
    checkPictures({ documents, kept: [dashboard, dark, "docs/screens/old-390.png"], taken: [invoice, dark] }),
  ).toEqual([
    { place: "docs/screens/old-390.png", instead: expect.stringContaining("No document links to it") },
    { place: "README.md", instead: expect.stringContaining(`${dashboard} is of no scene`) },
    { place: "docs/look.md", instead: expect.stringContaining("npm run pictures invoice.") },
  ]);
});

test("documents without any picture fail, since then nothing was looked at", () => {
  expect(checkPictures({ documents: [], kept: [], taken: [] })).toHaveLength(1);
});
