import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { piecesOf } from "./send-file.ts";

const Id = "019a0000-0000-7000-8000-0000000000a1";
const imported = {
  Id,
  FileName: "spring.csv",
  From: "2090-01-01",
  SharePercent: "85",
  State: "compared",
  Pieces: 1,
  Lines: 3,
  Counts: { added: 0, changed: 1, unchanged: 0, unknown: 1 },
  FaultCount: 0,
  MadeBy: "Alex Tradewind",
  MadeAt: "2026-11-20T09:12:00.000Z",
  CommittedAt: null,
  MayTakeBack: false,
};
const row = {
  Line: 2,
  Sku: "A:1",
  Term: "P1Y",
  Billing: "monthly",
  Currency: "GBP",
  Name: "Business Basic",
  Kind: "changed",
  Old: { ResellersPay: "4", Recommended: "5", WePay: "3.5" },
  New: { ResellersPay: "5", Recommended: "6", WePay: null },
  Percent: "25.0",
  Reason: null,
};
const at = `/api/operator/price-imports/${Id}`;
const reads = {
  "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
  [`GET ${at}/rows`]: succeeded({ Items: [row], Next: null }),
};

test("an import shows what it changes, and says why it cannot be taken over", async () => {
  fakeApi({
    ...reads,
    [`GET ${at}/page`]: succeeded({ Import: imported, Faults: [] }),
    [`POST ${at}/commit`]: refused(409, "priceImportStale", "Prices changed since this file was compared."),
  });
  const { screen } = await renderApp(`/operator/price-imports/${Id}`);
  await expect.element(screen.getByText("Business Basic")).toBeVisible();
  await expect.element(screen.getByText("+25.0 %")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Take over 1 price" }).click();
  const dialog = screen.getByRole("dialog", { name: "Take over these prices?" });
  await dialog.getByRole("button", { name: "Take over" }).click();
  await expect.element(dialog.getByText("Prices changed since this file was compared.")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("faults are shown by line and column, and the mended file is asked for instead of taking over", async () => {
  fakeApi({
    ...reads,
    [`GET ${at}/page`]: succeeded({
      Import: { ...imported, FaultCount: 1 },
      Faults: [{ Line: 3, Column: "Term", Reason: "Must be one of P1M, P1Y, P3Y, none" }],
    }),
  });
  const { screen } = await renderApp(`/operator/price-imports/${Id}`);
  await expect.element(screen.getByRole("cell", { name: "Must be one of P1M, P1Y, P3Y, none" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Take over/ })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Choose mended file" }).click();
  const dialog = screen.getByRole("dialog", { name: "Choose the mended file" });
  await dialog.getByRole("button", { name: "Read file" }).click();
  await expect.element(dialog.getByText("Choose the file of the price list")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("a file is cut into pieces of whole lines, never inside quotes", async () => {
  const text = 'a,b\n1,"two\nlines"\n2,é\n3,4\n';
  const pieces: string[] = [];
  for await (const piece of piecesOf(new Blob([text]), 16)) pieces.push(piece);
  expect(pieces.join("")).toBe(text);
  expect(pieces.every((piece) => piece.endsWith("\n") && piece.split('"').length % 2 === 1)).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
});
