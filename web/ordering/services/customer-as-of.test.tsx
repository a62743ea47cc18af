import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";
import { customerId } from "./service-actions-fixtures.ts";

const details = {
  Name: "Acme Dental",
  Status: "Active",
  OrganisationType: "Commercial",
  Domain: null,
  Address1: "1 High Street",
  Address2: null,
  TownCity: "Leeds",
  County: null,
  PostCode: "LS1 1AA",
  ContactName: "Ada Lovelace",
  ContactEmail: "ada@acme.example",
  Telephone: null,
  Country: "GB",
  SuspendedAt: null,
} as const;
const customer: Customer = {
  ...details,
  Id: customerId,
  Services: 1,
  Users: 0,
  Created: "2026-01-02T00:00:00.000Z",
  NamedAlike: false,
};
const then = {
  Name: "Business Premium",
  Term: "P1Y" as const,
  Billing: "monthly" as const,
  Quantity: 10,
  Status: "active" as const,
  UnitCost: "15.09",
  CustomerPrice: null,
  TermFrom: "2026-05-01",
  TermUntil: "2027-05-01",
  TermEnd: { Outcome: "renew" as const, OfferId: null, Quantity: null, Until: null },
  Attributes: [],
};
type Read = ResultOf<typeof services.asOfCustomer>;
const gbp = (pence: number) => ({ Minor: String(pence), Currency: "GBP" as const });
const compared: Read = {
  Details: { Then: details, Now: { ...details, Name: "Acme Surgery" } },
  Monthly: { Then: gbp(15_090), Now: gbp(22_635) },
  Subscriptions: [
    {
      Id: "019a0000-0000-7000-8000-0000000000b1",
      Name: "Business Premium",
      ProductName: "Microsoft 365",
      Unit: "Licence",
      Then: then,
      Now: { ...then, Quantity: 15, Status: "suspended" },
    },
    {
      Id: "019a0000-0000-7000-8000-0000000000b2",
      Name: "Business Premium",
      ProductName: "Microsoft 365",
      Unit: "Licence",
      Then: null,
      Now: then,
    },
  ],
  Changes: [
    {
      Id: "019a0000-0000-7000-8000-0000000000d1",
      SubscriptionName: null,
      EffectiveAt: "2026-05-20T10:00:00.000Z",
      RecordedAt: "2026-05-20T10:00:00.000Z",
      Kind: "details",
      Text: "Name is now Acme Surgery",
    },
  ],
};
const unknown: Read = {
  Details: { Then: null, Now: details },
  Monthly: null,
  Subscriptions: [],
  Changes: [],
};

async function open(answer: Parameters<typeof fakeApi>[0][string]) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/customers/${customerId}`]: succeeded(customer),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [] }),
    [`GET /api/customers/${customerId}/as-of`]: answer,
  });
  const { screen } = await renderApp(customerAddress(customerId));
  await screen.getByRole("button", { name: "As it was on…" }).click();
  const dialog = screen.getByRole("dialog", { name: "As it was on…" });
  return { screen, sent, dialog };
}

test("a customer's page shows how it and its services stood on a day, as was known on another, beside now", async () => {
  const { sent, dialog } = await open(succeeded(compared));
  await expect.element(dialog.getByRole("row", { name: "Name Acme Dental Acme Surgery" })).toBeVisible();
  const asked = () => sent.filter(({ path }) => path.endsWith("/as-of")).at(-1)!.query;
  expect([asked().get("On"), asked().get("KnownOn")]).toEqual(["2026-05-14", "2026-05-21"]);
  const line = "£15.09 per licence per month · 1 year, until 30/04/2027";
  await expect
    .element(
      dialog.getByRole("row", { name: `Business Premium 10 licences · ${line} 15 licences · ${line} · suspended` }),
    )
    .toBeVisible();
  await expect
    .element(dialog.getByRole("row", { name: `Business Premium Not there yet 10 licences · ${line}` }))
    .toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "All, in a month £150.90 £226.35" })).toBeVisible();
  await expect.element(dialog.getByText("Name is now Acme Surgery", { exact: false })).toBeVisible();

  await dialog.getByRole("textbox", { name: "As it was on" }).fill("18/05/2026");
  await expect.poll(() => asked().get("On")).toBe("2026-05-18");
});

test("a change made a moment ago is there when it is opened again", async () => {
  let read = compared;
  const { screen, dialog } = await open(() => succeeded(read));
  await expect.element(dialog.getByRole("row", { name: "Name Acme Dental Acme Surgery" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  read = { ...compared, Details: { ...compared.Details, Now: { ...compared.Details.Now, Name: "Acme Clinic" } } };
  await screen.getByRole("button", { name: "As it was on…" }).click();
  await expect
    .element(dialog.getByRole("row", { name: "Name Acme Dental Acme Clinic" }), { timeout: 3_000 })
    .toBeVisible();
});

test("a day before anything was known is said to be one", async () => {
  const { dialog } = await open(succeeded(unknown));
  await expect.element(dialog.getByText("Nothing was known yet")).toBeVisible();
  await expect.element(dialog.getByText("It had no services then, and has none now.")).toBeVisible();
  await expect.element(dialog.getByText("Nothing took effect or was recorded since.")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("how a customer stood that cannot be read is said to be so, and asked for again", async () => {
  let answers = 0;
  const { dialog } = await open(() =>
    ++answers === 1 ? refused(403, "PermissionNotFound", "You are not allowed to do this.") : succeeded(compared),
  );
  await expect.element(dialog.getByText("You are not allowed to do this.")).toBeVisible();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("row", { name: "Name Acme Dental Acme Surgery" })).toBeVisible();
});

test.each(bothEnds)("how a customer stood has no accessibility faults at %i", async (width) => {
  await page.viewport(width, 900);
  const { dialog } = await open(succeeded(compared));
  await expect.element(dialog.getByRole("row", { name: "Name Acme Dental Acme Surgery" })).toBeVisible();
  expect(await faults()).toEqual([]);
});
