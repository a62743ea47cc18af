import { expect, test } from "vitest";
import { readPdf } from "../test/pdf.ts";
import { bytesOf, keepTogether, numberPages, openDocument } from "./documents.ts";

const opened = () =>
  openDocument({
    title: "Invoice TW-1",
    made: new Date("2026-03-02T09:30:00Z"),
    brand: { fill: "#123456", text: "#123456", logo: null },
  });

test("a document says what it is, who made it and when, and its language", async () => {
  const text = (await bytesOf(await opened())).toString("latin1");
  for (const said of ["(Invoice TW-1)", "(Tradewind Distribution Ltd)", "(en-GB)", "/MediaBox [0 0 595.28 841.89]"])
    expect(text).toContain(said);
  expect(text.match(/\(D:20260302093000Z\)/g)).toHaveLength(2);
});

test("what belongs together starts a new page where it does not fit, and numbering adds none", async () => {
  const document = await opened();
  const pages = () => document.bufferedPageRange().count;
  document.y = 700;
  keepTogether(document, 85);
  expect(pages()).toBe(1);
  keepTogether(document, 86);
  expect(pages()).toBe(2);
  numberPages(document, "Tradewind Distribution Ltd, 1 Quay Street, Bristol. ".repeat(10));
  expect(pages()).toBe(2);
  await bytesOf(document);
});

test("a document reads as it was written, whatever was drawn before it", async () => {
  const draw = async (text: string) => {
    const document = await opened();
    document.font("strong").text(text);
    return readPdf(await bytesOf(document))
      .texts.map((each) => each.text)
      .join("");
  };
  await draw("École Žižka");
  expect(await draw("Zoe of Edinburgh")).toBe("Zoe of Edinburgh");
});
