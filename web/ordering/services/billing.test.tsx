import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";
import { address, instanceId, service } from "./service-actions-fixtures.ts";

const [monthly, yearly] = ["Business Premium:year", "Business Premium:upfront"] as const;
const held: CurrentSubscription = {
  Id: "019a0000-0000-7000-8000-0000000000b1",
  ParentId: null,
  Unit: "Licence",
  Quantity: 5,
  Status: "active",
  AtVendor: "provided",
  IsExtendable: false,
  IsUpgradable: false,
  UpgradesWhole: false,
  TakesNewTerm: false,
  NextOfferId: null,
  UnitCost: "15.09",
  CustomerPrice: null,
  TermFrom: "2026-05-20",
  PeriodFrom: "2026-05-20",
  TermEnd: { Outcome: "renew", OfferId: null, Quantity: null, Until: null },
  Lots: [],
  DispatchedAt: null,
  Attributes: [],
  Editable: [],
  Sku: "Business Premium",
  OfferId: monthly,
  Name: "Business Premium",
  Term: "P1Y",
  Billing: "monthly",
  TermUntil: "2027-05-20",
  PeriodUntil: "2026-06-20",
  ChangesBilling: true,
};
const offer = { Term: "P1Y" as const, CustomerPrice: null, Recommended: null, EndsEarlier: false };
const journey: Journey = {
  ProductId: service.Service.ProductId,
  ProductName: service.Service.ProductName,
  Icon: "apps",
  ImageSrc: null,
  ImageAlt: "",
  RouteName: service.Service.RouteName,
  AgreementServiceId: 8,
  Action: "Modify",
  Customer: { Id: service.Service.CustomerId, Name: service.Service.CustomerName, Domain: null },
  InstanceId: instanceId,
  BringsTenantTo: null,
  Tenant: null,
  Currency: "GBP",
  SeesPrices: true,
  Steps: [
    {
      Id: "products",
      Kind: 5,
      Title: "Products",
      Text: null,
      Hidden: false,
      ShowWhen: null,
      IfDelivered: false,
      Component: null,
      FormId: null,
      Paragraphs: [],
      Fields: [],
      Items: [
        {
          Sku: held.Sku,
          Name: held.Name,
          Text: null,
          Group: "Business plans",
          Unit: held.Unit,
          IsUnlimited: false,
          IsAddOn: false,
          Choice: null,
          NeedsOneOf: [],
          IsHeld: false,
          Stock: null,
          UpgradesTo: [],
          Minimum: 1,
          Maximum: null,
          Attributes: [],
          Offers: [
            { ...offer, OfferId: "Business Premium:month", Term: "P1M", Billing: "monthly", Cost: "18.10" },
            { ...offer, OfferId: monthly, Billing: "monthly", Cost: "15.09" },
            { ...offer, OfferId: yearly, Billing: "annual", Cost: "181.08" },
          ],
        },
      ],
    },
  ],
  Known: {},
  Delivery: [],
  Subscriptions: [],
};

async function open(subscription: CurrentSubscription) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...service, Subscriptions: [subscription] }),
    "POST /api/proposals": succeeded(proposalOf({ UndoUntil: null })),
    "GET /api/journeys/product/acronis-backup": succeeded(journey),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: "More for Business Premium" }).click();
  await screen.getByText("Change the billing", { exact: true }).click();
  const proposed = () => {
    const last = sent.findLast((line) => line.path === "/api/proposals");
    return last && (JSON.parse(last.body) as { Change: unknown }).Change;
  };
  return { screen, proposed, dialog: screen.getByRole("dialog", { name: "Change the billing" }) };
}

test.each(bothEnds)("a year by the month can be paid at once from its next charge on, at %i", async (width) => {
  await page.viewport(width, 900);
  const { dialog, proposed } = await open(held);
  await expect.element(dialog.getByText("Business Premium, from the charge on 20/06/2026")).toBeVisible();
  const choice = dialog.getByRole("combobox", { name: "Billing from then on" });
  await expect.element(choice).toHaveValue(yearly);
  await expect.poll(proposed).toEqual({ Kind: "billing", Targets: [{ Key: held.Id, OfferId: yearly }] });
  await choice.selectOptions(monthly);
  await expect.element(dialog.getByText("It is billed so already.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Change billing" })).toBeDisabled();
  expect(await faults()).toEqual([]);
});

test("what is wanted stands with the subscription, and is withdrawn by the present billing", async () => {
  const { screen, dialog, proposed } = await open({ ...held, NextOfferId: yearly });
  await expect.element(screen.getByText("Billed once a year from 20/06/2026")).toBeInTheDocument();
  await dialog.getByRole("combobox", { name: "Billing from then on" }).selectOptions(monthly);
  await expect.poll(proposed).toEqual({ Kind: "billing", Targets: [{ Key: held.Id, OfferId: monthly }] });
});
