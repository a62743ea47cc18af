import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import type { WireEnds } from "@tradewind/contract/ordering/term-ends.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
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

const licences: CurrentSubscription = {
  Id: "019a0000-0000-7000-8000-0000000000b1",
  Sku: "premium",
  OfferId: "premium:P1Y:monthly",
  Name: "Business Premium",
  ParentId: null,
  Term: "P1Y",
  Billing: "monthly",
  Unit: "Licence",
  Quantity: 5,
  Status: "active",
  AtVendor: "provided",
  IsExtendable: true,
  IsUpgradable: false,
  UpgradesWhole: false,
  TakesNewTerm: true,
  ChangesBilling: false,
  NextOfferId: null,
  UnitCost: "15.09",
  CustomerPrice: null,
  TermFrom: "2026-05-20",
  TermUntil: "2027-05-20",
  PeriodFrom: "2026-05-20",
  PeriodUntil: "2026-06-20",
  TermEnd: { Outcome: "renew", OfferId: null, Quantity: null, Until: null },
  Lots: [],
  DispatchedAt: null,
  Attributes: [],
  Editable: [],
};
const addOn: CurrentSubscription = {
  ...licences,
  Id: "019a0000-0000-7000-8000-0000000000b2",
  Name: "Defender",
  ParentId: licences.Id,
};

type Intent = ResultOf<typeof services.byId>["Intents"][number];
const intent: Intent = {
  Id: "019a0000-0000-7000-8000-0000000000c1",
  SubscriptionId: licences.Id,
  Kind: "termEnd",
  State: "placed",
  Text: "Microsoft has it since 20/05/2026 10:00",
  SetBy: "Hannah Reid",
  SetAt: "2026-05-20T09:00:00.000Z",
};

async function open(
  Subscriptions: CurrentSubscription[],
  proposal = proposalOf({ UndoUntil: null }),
  Intents: Intent[] = [],
) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...service, Subscriptions, Intents }),
    "POST /api/proposals": succeeded(proposal),
    "GET /api/journeys/product/acronis-backup": succeeded(journey),
    "GET /api/term-ends": succeeded(ends),
  });
  const { screen } = await renderApp(address);
  return { sent, screen };
}

async function openSchedule(Subscriptions: CurrentSubscription[], proposal = proposalOf({ UndoUntil: null })) {
  const { sent, screen } = await open(Subscriptions, proposal);
  await screen.getByRole("button", { name: `More for ${licences.Name}` }).click();
  await screen.getByText("At the end of the term", { exact: true }).click();
  const proposed = () => {
    const last = sent.findLast((line) => line.path === "/api/proposals");
    return last && (JSON.parse(last.body) as { Change: unknown }).Change;
  };
  return { proposed, screen, dialog: screen.getByRole("dialog", { name: "At the end of the term" }) };
}

test("a term can be extended by the day where the licence allows it, and what it costs is said before", async () => {
  const Text = "From 20/05/2027 it runs on without a commitment and is charged by the day.";
  const Findings = [{ Code: "extendedByTheDay", Blocks: false, Text, AgreementId: null }];
  const { dialog, proposed } = await openSchedule([licences], proposalOf({ UndoUntil: null, Findings }));
  await dialog.getByRole("radio", { name: /^Extend by the day/ }).click();
  await expect.element(dialog.getByText(Text)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Schedule extension" })).toBeEnabled();
  const [Target] = [{ Key: licences.Id, Outcome: "extend", OfferId: null, Quantity: null, Until: null }];
  expect(proposed()).toEqual({ Kind: "schedule", Targets: [Target] });
});

test("what is chosen for the end of the term says the sum that it will be, and so does what is arranged", async () => {
  const Then = { Billing: "monthly" as const, Net: { Minor: "41400", Currency: "GBP" as const } };
  const Renewals = [
    { From: "2027-05-20", Billing: "monthly" as const, Net: { Minor: "59360", Currency: "GBP" as const } },
  ];
  const { dialog, screen } = await openSchedule([{ ...licences, Then }], proposalOf({ UndoUntil: null, Renewals }));
  await expect.element(screen.getByText(/^Renews automatically on .*: £414\.00 each month$/)).toBeVisible();
  await dialog.getByLabelText("Licences from then on", { exact: true }).fill("20");
  await expect.element(dialog.getByText("Then each month")).toBeVisible();
  await expect.element(dialog.getByText("£593.60")).toBeVisible();
  await expect.element(dialog.getByText("net, from 20/05/2027")).toBeVisible();
});

test("what charges nothing names no rate of VAT", async () => {
  const nothing = { Minor: "0", Currency: "GBP" as const };
  const ChargeNow = { Net: nothing, Vat: [], Gross: nothing };
  const { dialog } = await openSchedule([licences], proposalOf({ UndoUntil: null, ChargeNow, Lines: [] }));
  await dialog.getByRole("radio", { name: /^Extend by the day/ }).click();
  await expect.element(dialog.getByText("Charge now", { exact: true })).toBeVisible();
  expect(dialog.getByText(/VAT at|Total now/).elements()).toEqual([]);
});

test("what cannot be extended is not offered it", async () => {
  const { dialog } = await openSchedule([{ ...licences, IsExtendable: false }]);
  await expect.element(dialog.getByRole("radio", { name: /^Renew/ })).toBeVisible();
  expect(dialog.getByRole("radio", { name: /^Extend/ }).elements()).toHaveLength(0);
});

test("F9 the end of a parent takes its add-ons along, unless they are to stay", async () => {
  const { dialog, proposed } = await openSchedule([licences, addOn]);
  await dialog.getByRole("radio", { name: /^End/ }).click();
  const tick = dialog.getByRole("checkbox", { name: /^End its add-on as well/ });
  await expect.element(tick).toBeChecked();
  const parent = { Key: licences.Id, Outcome: "cancel", OfferId: null, Quantity: null, Until: null };
  await expect.poll(proposed).toEqual({
    Kind: "schedule",
    Targets: [parent, { Key: addOn.Id, Outcome: "cancel" }],
  });
  await tick.click();
  await expect.poll(proposed).toEqual({ Kind: "schedule", Targets: [parent] });
});

const offers = (["P1M", "P1Y", "P3Y"] as const).map((Term) => ({
  OfferId: `premium:${Term}:monthly`,
  Term,
  Billing: "monthly" as const,
  Cost: "15.09",
  CustomerPrice: null,
  Recommended: null,
  EndsEarlier: Term === "P1Y",
}));
const ends: WireEnds = {
  Whole: { Until: "2028-05-20", Cost: { Minor: "90540", Currency: "GBP" } },
  Ends: [
    { Until: "2027-09-01", Cost: { Minor: "25800", Currency: "GBP" }, IsMonthEnd: false, With: ["Defender"] },
    { Until: "2028-05-01", Cost: { Minor: "85700", Currency: "GBP" }, IsMonthEnd: true, With: [] },
  ],
  Others: [{ Name: "Teams", Why: "Its term is of a month, and this one longer." }],
};
const journey: Journey = {
  ProductId: "acronis-backup",
  ProductName: "Acronis Backup",
  Icon: "apps",
  ImageSrc: null,
  ImageAlt: "",
  RouteName: null,
  AgreementServiceId: 8,
  Action: "Modify",
  Customer: { Id: service.Service.CustomerId, Name: "Acme Dental", Domain: null },
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
          Sku: licences.Sku,
          Name: licences.Name,
          Text: null,
          Group: "Plans",
          Unit: "Licence",
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
          Offers: offers,
        },
      ],
    },
  ],
  Known: {},
  Delivery: [],
  Subscriptions: [],
};

test.each(bothEnds)("a renewal ends with something else, which says its cost before, at %i", async (width) => {
  await page.viewport(width, 900);
  const { dialog, proposed, screen } = await openSchedule([licences]);
  const choice = dialog.getByRole("combobox", { name: "That term until" });
  await expect.element(choice).toBeVisible();
  const labels = () =>
    choice
      .getByRole("option")
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(labels)
    .toEqual([
      "19/05/2028, £905.40, the whole term",
      "31/08/2027, £258.00, with Defender",
      "30/04/2028, £857.00, the end of a month",
    ]);
  await dialog.getByText("Why not together with others").click();
  await expect.element(dialog.getByText("Teams: Its term is of a month, and this one longer.")).toBeVisible();
  await choice.selectOptions("2027-09-01");
  const Target = { Key: licences.Id, Outcome: "renew", OfferId: null, Quantity: null, Until: "2027-09-01" };
  await expect.poll(proposed).toEqual({ Kind: "schedule", Targets: [Target] });
  // Another term ends on other days.
  await dialog.getByRole("combobox", { name: "Term and billing from then on" }).selectOptions("premium:P1M:monthly");
  await expect.poll(proposed).toEqual({
    Kind: "schedule",
    Targets: [{ ...Target, OfferId: "premium:P1M:monthly", Until: null }],
  });
  await expect.element(screen.getByRole("combobox", { name: "That term until" })).not.toBeInTheDocument();
  expect(await faults()).toEqual([]);
});

test("a running term is changed for a longer one only, from today", async () => {
  const { sent, screen } = await open([{ ...licences, TakesNewTerm: true }]);
  await screen.getByRole("button", { name: `More for ${licences.Name}` }).click();
  await screen.getByText("Change to a longer term", { exact: true }).click();
  const dialog = screen.getByRole("dialog", { name: "Change to a longer term" });
  const choice = dialog.getByRole("combobox", { name: "Term and billing from today" });
  await expect.element(choice).toHaveValue("premium:P3Y:monthly");
  expect(choice.getByRole("option").elements()).toHaveLength(1);
  expect(dialog.getByRole("spinbutton").elements()).toHaveLength(0);
  await expect.element(dialog.getByRole("button", { name: "Begin this term" })).toBeEnabled();
  expect(
    (JSON.parse(sent.findLast(({ path }) => path === "/api/proposals")!.body) as { Change: unknown }).Change,
  ).toEqual({ Kind: "newTerm", Targets: [{ Key: licences.Id, OfferId: "premium:P3Y:monthly", Quantity: null }] });
});

test("extended service takes any term, with another number of licences", async () => {
  const running = { ...licences, TakesNewTerm: true, Term: "none", Billing: "daily", TermUntil: null } as const;
  const { sent, screen } = await open([running]);
  await screen.getByRole("button", { name: `More for ${licences.Name}` }).click();
  await screen.getByText("Begin a new term", { exact: true }).click();
  const dialog = screen.getByRole("dialog", { name: "Begin a new term" });
  await dialog.getByRole("combobox").selectOptions("premium:P1Y:monthly");
  await dialog.getByRole("spinbutton", { name: "Licences from today" }).fill("3");
  const asked = () =>
    (JSON.parse(sent.findLast(({ path }) => path === "/api/proposals")!.body) as { Change: unknown }).Change;
  await expect
    .poll(asked)
    .toEqual({ Kind: "newTerm", Targets: [{ Key: licences.Id, OfferId: "premium:P1Y:monthly", Quantity: 3 }] });
  expect(await faults()).toEqual([]);
});

test.each(bothEnds)("extended service is told from a term, now and as a plan, without faults at %i", async (width) => {
  await page.viewport(width, 900);
  const running = { ...addOn, ParentId: null, Term: "none", Billing: "daily", TermUntil: null } as const;
  const planned = {
    ...licences,
    TermEnd: { Outcome: "extend", OfferId: null, Quantity: null, Until: null },
  } as const;
  const lost = { ...intent, Id: addOn.Id, State: "lost", SetBy: null, Text: "Microsoft no longer had it" } as const;
  const { screen } = await open([planned, running], undefined, [intent, lost]);
  await expect
    .element(screen.getByText("Set by Hannah Reid on 20/05/2026 · Microsoft has it since 20/05/2026 10:00"))
    .toBeVisible();
  await expect.element(screen.getByText("By the rule of its term · Microsoft no longer had it")).toBeVisible();
  await expect.element(screen.getByText("Extended service", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("charged by the day until you cancel it")).toBeVisible();
  await expect
    .element(screen.getByText("Runs on from 20/05/2027 without a commitment, charged by the day"))
    .toBeVisible();
  expect(await faults()).toEqual([]);
});
