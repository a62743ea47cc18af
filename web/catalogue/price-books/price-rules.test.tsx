import type { PriceRuleItem } from "@tradewind/contract/catalogue/price-books.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const today = "2027-03-10";
const offer = {
  OfferId: "CFQ7TTC0LCHC:0002:P1Y:monthly",
  Name: "Microsoft 365 Business Premium",
  Unit: "Seat",
  Term: "P1Y" as const,
  Billing: "monthly" as const,
};
const rule = (number: number, changes: Partial<PriceRuleItem> = {}): PriceRuleItem => ({
  Id: idOf(number),
  CustomerId: null,
  GroupId: null,
  OfferId: null,
  ProductId: null,
  Name: null,
  Term: null,
  Billing: null,
  Whose: null,
  State: "inForce",
  From: "2026-10-01",
  Kind: "markUp",
  Value: "15",
  ...changes,
});
const rules = [
  rule(1, {
    ...offer,
    State: "coming",
    Kind: "fixed",
    Value: "21.5",
    CustomerId: idOf(9),
    Whose: "Acme",
    From: "2099-01-01",
  }),
  rule(2),
  rule(3, {
    ProductId: "acronis",
    Name: "Acronis Backup",
    Kind: "margin",
    Value: "30",
    GroupId: idOf(8),
    Whose: "Schools",
  }),
];
const change = {
  ...offer,
  Cost: "18.10",
  Was: "20.82",
  Will: "21.72",
  Whose: null,
  Level: "everyone" as const,
  Customers: 41,
};
const preview = {
  Items: [change, { ...change, Was: null, Whose: "Northgate School", Level: "customer" as const, Customers: 1 }],
  Prices: 2,
  Changed: 42,
  Kept: 3,
  NotShown: 0,
};
const serve = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    "GET /api/clock": succeeded({ Now: `${today}T09:00:00.000Z`, Movable: false, WorkedUntil: null }),
    "GET /api/price-rules": succeeded({ Items: rules, Next: null }),
    "GET /api/price-rules/choices": succeeded({
      Products: [{ Id: "microsoft-365", Name: "Microsoft 365" }],
      Customers: [],
    }),
    "GET /api/price-groups": succeeded({ Items: [{ Id: idOf(8), Name: "Schools", Customers: 6 }], GroupId: null }),
    "GET /api/pricing": succeeded({ Items: [] }),
    "POST /api/price-rules/preview": succeeded(preview),
    ...more,
  });

test.each([390, 1440])(
  "price rules are listed, and one is saved after showing what it changes, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const api = serve({ "PUT /api/price-rules": succeeded({ Id: idOf(4) }) });
    const { screen } = await renderApp("/billing/price-rules");
    await expect
      .element(screen.getByText("Microsoft 365 Business Premium, 1 year", { exact: true }).first())
      .toBeVisible();
    await expect.element(screen.getByText("£21.50 each month")).toBeVisible();
    await expect.element(screen.getByText("Margin of 30 %")).toBeVisible();
    expect(await faults()).toEqual([]);

    await screen.getByRole("button", { name: "Add a rule" }).click();
    const save = screen.getByRole("button", { name: "Save rule" });
    await expect.element(save).toBeDisabled();
    await screen.getByLabelText("Percentage on top").fill("20 %");
    await expect.element(screen.getByText(/^From .*, 42 customers pay another price\.$/)).toBeVisible();
    await expect.element(screen.getByText("In no group, 41 customers").nth(width > 767 ? 1 : 0)).toBeVisible();
    expect(await faults()).toEqual([]);
    await save.click();
    const sent = {
      CustomerId: null,
      GroupId: null,
      OfferId: null,
      ProductId: null,
      From: today,
      Kind: "markUp",
      Value: "20",
    };
    await expect
      .poll(() => api.filter(({ method, path }) => method === "PUT" && path === "/api/price-rules"))
      .toMatchObject([{ body: JSON.stringify(sent) }]);
    await expect.element(screen.getByText("The rule was saved")).toBeVisible();
  },
);

test("a wrong value is told in plain words, and a refusal of the server stands at its field", async () => {
  serve({
    "POST /api/price-rules/preview": refused(400, "invalidRequest", "Some values cannot be used.", {
      Value: "Is more than anybody pays",
    }),
  });
  const { screen } = await renderApp("/billing/price-rules");
  await screen.getByRole("button", { name: "Add a rule" }).click();
  await screen.getByLabelText("Price").selectOptions("A margin of the price");
  await screen.getByLabelText("Percentage left to you").fill("100");
  await expect.element(screen.getByText("Must be less than 100")).toBeVisible();
  await screen.getByLabelText("Percentage left to you").fill("99");
  await expect.element(screen.getByText("Is more than anybody pays")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save rule" })).toBeDisabled();
});

test("a rule that was being written when the session ended is there again", async () => {
  const kept = { level: "group", groupId: idOf(8), kind: "margin", value: "12.5", from: "2099-02-01" };
  serve({ "GET /api/drafts/price-rule%3Anew%3A": succeeded({ Value: JSON.stringify(kept) }) });
  const { screen } = await renderApp("/billing/price-rules");
  await screen.getByRole("button", { name: "Add a rule" }).click();
  await expect.element(screen.getByLabelText("Percentage left to you")).toHaveValue("12.5");
  await expect.element(screen.getByRole("combobox", { name: "Group" })).toHaveValue(idOf(8));
  await expect.element(screen.getByRole("textbox", { name: "From" })).toHaveValue("01/02/2099");
});

test("a price below cost is marked with what each unit loses, in the list and before it is saved", async () => {
  serve({
    "GET /api/price-rules": succeeded({
      Items: [rule(1, { ...offer, Kind: "fixed", Value: "17.61", Cost: "18.10" }), rule(2)],
      Next: null,
    }),
    "POST /api/price-rules/preview": succeeded({
      ...preview,
      Items: [{ ...change, Will: "17.5" }, change],
      BelowCost: 1,
    }),
  });
  const { screen } = await renderApp("/billing/price-rules");
  await expect.element(screen.getByText("Below cost: each loses £0.49")).toBeVisible();
  await screen.getByRole("button", { name: "Add a rule" }).click();
  await screen.getByLabelText("Percentage on top").fill("20");
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText("1 price is below what you pay yourself.")).toBeVisible();
  await expect.element(dialog.getByText("Below cost: each loses £0.60")).toBeVisible();
});

test("CAT-21 the price of a product is set knowing how it is charged", async () => {
  serve({
    "GET /api/pricing": succeeded({
      Items: [
        {
          OfferId: "backup:none:monthly",
          Name: "Backup",
          Unit: "GB",
          Term: "none",
          Billing: "monthly",
          ChargingModel: "LicenceAndOveruse",
          Currency: "GBP",
        },
      ],
    }),
  });
  const { screen } = await renderApp("/billing/price-rules");
  await screen.getByRole("button", { name: "Add a rule" }).click();
  await screen.getByRole("dialog").getByLabelText("Product").selectOptions("Microsoft 365");
  await expect.element(screen.getByText("Charged by licence, and by use beyond it")).toBeVisible();
});

test("a rule in force is ended by one that sets nothing from today; one that is coming is removed", async () => {
  await page.viewport(1440, 900);
  const api = serve({
    "PUT /api/price-rules": succeeded({ Id: idOf(4) }),
    [`DELETE /api/price-rules/${idOf(1)}`]: succeeded({ Id: idOf(1) }),
  });
  const { screen } = await renderApp("/billing/price-rules");
  await screen.getByRole("button", { name: "Actions for row 2" }).click();
  await screen.getByRole("button", { name: "End today", exact: true }).click();
  await screen.getByRole("button", { name: "End rule" }).click();
  await expect
    .poll(() => api.filter(({ method }) => method === "PUT"))
    .toMatchObject([{ body: expect.stringContaining(`"From":"${today}","Kind":"none","Value":null`) }]);
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();
  await screen.getByRole("button", { name: "Remove rule" }).click();
  await expect.poll(() => api.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("who does not see prices finds no way to the rules", async () => {
  serve({
    "GET /api/session": succeeded(sessionOf({ seesPrices: false })),
    "GET /api/invoices/totals": succeeded({
      Count: 0,
      Owed: null,
      Overdue: null,
      OverdueCount: 0,
      NextNet: null,
      NextOn: "2026-12-01",
    }),
    "GET /api/invoices": succeeded({ Items: [], Next: null }),
  });
  const { screen } = await renderApp("/billing");
  await expect.element(screen.getByRole("heading", { name: "Latest invoices" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Price rules" })).not.toBeInTheDocument();
});
