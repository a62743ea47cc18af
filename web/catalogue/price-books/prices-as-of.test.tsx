import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

type Read = ResultOf<typeof priceBooks.asOf>;
const offer = {
  OfferId: "CFQ7TTC0LCHC:0002:P1Y:monthly",
  Name: "Business Premium",
  Unit: "Licence",
  Term: "P1Y" as const,
  Billing: "monthly" as const,
};
const compared: Read = {
  Items: [
    {
      ...offer,
      Then: { Cost: "18.1", CustomerPrice: null, Level: null },
      Now: { Cost: "18.1", CustomerPrice: "21.5", Level: "group" },
    },
    { ...offer, OfferId: "new", Name: "Copilot", Then: null, Now: { Cost: "20", CustomerPrice: null, Level: null } },
  ],
  Changes: [
    {
      Id: "1",
      What: "removed",
      EffectiveOn: "2026-06-01",
      RecordedAt: "2026-05-20T10:00:00.000Z",
      Rule: { ...offer, GroupId: null, Whose: null, Kind: "markUp", Value: "15" },
      Group: null,
    },
    {
      Id: "2",
      What: "rule",
      EffectiveOn: "2026-05-19",
      RecordedAt: "2026-05-19T10:00:00.000Z",
      Rule: {
        ...offer,
        GroupId: "019a0000-0000-7000-8000-000000000008",
        Whose: "Schools",
        Kind: "fixed",
        Value: "21.5",
      },
      Group: null,
    },
    {
      Id: "3",
      What: "group",
      EffectiveOn: "2026-05-18",
      RecordedAt: "2026-05-18T10:00:00.000Z",
      Rule: null,
      Group: "Schools",
    },
    {
      Id: "4",
      What: "list",
      EffectiveOn: "2026-05-17",
      RecordedAt: "2026-05-17T10:00:00.000Z",
      Rule: null,
      Group: null,
    },
  ],
};

async function open(answer: Parameters<typeof fakeApi>[0][string]) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    "GET /api/price-rules": succeeded({ Items: [], Next: null }),
    "GET /api/price-rules/choices": succeeded({
      Products: [
        { Id: "acronis", Name: "Acronis Backup" },
        { Id: "microsoft-365", Name: "Microsoft 365" },
      ],
      Customers: [],
    }),
    "GET /api/pricing/as-of": answer,
  });
  const { screen } = await renderApp("/billing/price-rules");
  await screen.getByRole("button", { name: "As it was on…" }).click();
  return { sent, dialog: screen.getByRole("dialog", { name: "As it was on…" }) };
}

test("price rules show what a product cost and was sold at on a day, as was known on another, beside now", async () => {
  const { sent, dialog } = await open(succeeded(compared));
  const row =
    "Business Premium, 1 year, billed each month Costs £18.10 · no price of your own Costs £18.10 · sold at £21.50 by its group’s rule";
  await expect.element(dialog.getByRole("row", { name: row })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: /^Copilot.* No price yet Costs £20\.00/ })).toBeVisible();
  for (const text of [
    "Removed Business Premium, 1 year, billed each month, Everyone: Cost plus 15 %",
    "Business Premium, 1 year, Group Schools: £21.50 each month",
    "Put into the group Schools",
    "A new price list",
  ])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  const asked = () => sent.filter(({ path }) => path.endsWith("/as-of")).at(-1)!.query;
  expect([asked().get("On"), asked().get("KnownOn"), asked().get("ProductId")]).toEqual([
    "2026-05-14",
    "2026-05-21",
    "acronis",
  ]);
  await dialog.getByLabelText("Product").selectOptions("Microsoft 365");
  await expect.poll(() => asked().get("ProductId")).toBe("microsoft-365");
});

test("a product without an offer for sale says so", async () => {
  const { dialog } = await open(succeeded({ Items: [], Changes: [] }));
  await expect.element(dialog.getByText("None of its offers is for sale.")).toBeVisible();
});

test("prices as they were that are refused are said to be so", async () => {
  const { dialog } = await open(refused(409, "pricesHidden", "Prices are hidden from you."));
  await expect.element(dialog.getByText("Prices are hidden from you.")).toBeVisible();
});

test.each(bothEnds)("prices as they were have no accessibility faults at %i", async (width) => {
  await page.viewport(width, 900);
  const { dialog } = await open(succeeded(compared));
  await expect.element(dialog.getByText("A new price list")).toBeVisible();
  expect(await faults()).toEqual([]);
});
