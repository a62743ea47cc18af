import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { pending, vendors } from "../../shared/transfers-fixture.ts";

const customerId = "019a0000-0000-7000-8000-0000000000c1";
const id = pending.Id;
const address = `/customers/customer/${customerId}/transfers`;
const line = {
  Name: "Microsoft 365 Business Standard",
  Quantity: 7,
  TermUntil: "2026-09-10",
  State: "came",
  Reason: null,
};
const came = {
  ...pending,
  State: "came",
  MovedOn: "2026-05-21",
  Lines: [line, { ...line, Quantity: 2, State: "stayed", Reason: "Microsoft refused this: It is reserved (900145)." }],
};
const amount = (Minor: string) => ({ Minor, Currency: "GBP" });
const proposal = {
  Hash: "a".repeat(64),
  CameOn: "2026-05-21",
  Lines: [
    {
      Name: "Microsoft 365 Business Standard",
      Quantity: 7,
      Unit: "Licence",
      TermUntil: "2026-09-10",
      UnitCost: "9.40",
      Billing: "monthly",
    },
  ],
  Left: [{ Name: "Visio Plan 2", Quantity: 1, Reason: "We do not sell this. Please contact support." }],
  Charges: [
    {
      Description: "Microsoft 365 Business Standard",
      From: "2026-05-21",
      Until: "2026-06-10",
      Quantity: 7,
      Amount: amount("4245"),
    },
  ],
  Total: amount("4245"),
};

const api = (items: unknown[], more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    [`GET /api/customers/${customerId}`]: succeeded({ ...acme, Id: customerId, Name: "Acme Dental" }),
    [`GET /api/customers/${customerId}/transfers`]: succeeded({ Items: items, Vendors: vendors, Next: null }),
    ...more,
  });

test("a transfer is asked for with the partner's name and tenant, and a refusal stands on its field", async () => {
  let tries = 0;
  const sent = api([], {
    [`POST /api/customers/${customerId}/transfers`]: () =>
      tries++ === 0
        ? refused(422, "tenantRefMalformed", "This is not a tenant ID.", { PartnerTenantId: "Must be a tenant ID" })
        : succeeded({ Id: id }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Nothing was transferred yet")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Transfer Microsoft from another partner" }).click();
  const dialog = screen.getByRole("dialog", { name: "Transfer Microsoft from another partner" });
  await dialog.getByRole("button", { name: "Ask for the transfer" }).click();
  await expect.element(dialog.getByText("Name of the partner is required")).toBeVisible();
  await dialog.getByLabelText("Name of the partner").fill("Northwind");
  await dialog.getByLabelText("Tenant ID of the partner").fill("northwind.example");
  await dialog.getByLabelText("Email address of the customer’s administrator").fill("ada@acme.example");
  await dialog.getByRole("button", { name: "Ask for the transfer" }).click();
  await expect.element(dialog.getByText("Must be a tenant ID")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByLabelText("Tenant ID of the partner").fill(pending.PartnerTenantId);
  await dialog.getByRole("button", { name: "Ask for the transfer" }).click();
  await expect.element(screen.getByText("The transfer is asked for")).toBeVisible();
  expect(sent.at(-1)).toBeDefined();
});

test("a pending transfer says since when, until when and what to do next, and is taken back", async () => {
  let withdrawn = 0;
  api([pending], {
    [`POST /api/transfers/${id}/withdraw`]: () =>
      ++withdrawn === 1
        ? refused(409, "transferOver", "This transfer can no longer be taken back.")
        : succeeded({ Id: id }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Waiting for Northwind")).toBeVisible();
  await expect
    .element(screen.getByText(/Asked for 20\/05\/2026 14:05 by Robin Tester · expires 19\/06\/2026/))
    .toBeVisible();
  await expect.element(screen.getByText(/Ask Northwind to accept .* until 19\/06\/2026/)).toBeVisible();
  await expect.element(screen.getByText(/takes no other change of this customer’s services/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Transfer Microsoft from another partner" }).elements()).toEqual([]);
  await screen.getByRole("button", { name: "Take the request back" }).click();
  await expect.element(screen.getByText("This transfer can no longer be taken back.")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("a transfer of which all stayed is said to be decided, not to have come", async () => {
  const stayed = came.Lines.map((each) => ({ ...each, State: "stayed", Reason: "It is reserved." }));
  api([
    { ...came, Lines: stayed },
    { ...came, Id: customerId, Direction: "out", State: "left", Lines: stayed },
  ]);
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Nothing came")).toBeVisible();
  await expect.element(screen.getByText("Nothing left")).toBeVisible();
  expect(screen.getByText(/ · decided 21\/05\/2026$/).elements()).toHaveLength(2);
});

test("what came and what stayed stand line by line; taking over shows its charges first and sends their hash", async () => {
  api([came], {
    [`GET /api/transfers/${id}/proposal`]: succeeded(proposal),
    [`POST /api/transfers/${id}/take`]: succeeded({ Id: id }),
  });
  await page.viewport(390, 844);
  const { screen } = await renderApp(address);
  const lines = screen.getByRole("list", { name: "What came and what stayed" });
  await expect.element(lines.getByText("7 × Microsoft 365 Business Standard · to 09/09/2026")).toBeVisible();
  await expect.element(lines.getByText("Microsoft refused this: It is reserved (900145).")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Take over" }).click();
  const dialog = screen.getByRole("dialog", { name: "Take over what came?" });
  await expect.element(dialog.getByText(/It came on 21\/05\/2026 and is charged from the next day on/)).toBeVisible();
  await expect
    .element(dialog.getByText(/7 licences of Microsoft 365 Business Standard, £9.40 per licence per month/))
    .toBeVisible();
  await expect.element(dialog.getByText(/Visio Plan 2: We do not sell this/)).toBeVisible();
  await expect.element(dialog.getByRole("row").last()).toHaveTextContent("Net£42.45");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Take over" }).click();
  await expect.element(screen.getByText("The subscriptions are taken over")).toBeVisible();
});

test.each([
  ["refused", "Refused", "Northwind refused the transfer."],
  ["expired", "Not accepted in time", "Northwind did not accept the transfer in time."],
])("an end is told with its reason: %s", async (State, label, Message) => {
  api([{ ...pending, State, Message }]);
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(label, { exact: true })).toBeVisible();
  await expect.element(screen.getByText(Message)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Transfer Microsoft from another partner" })).toBeVisible();
});

test("what does not show for days says so, and is no longer said to be on its way", async () => {
  const Message = "Microsoft has not shown what still has to come for 3 days. Ask Microsoft what became of it.";
  api([{ ...came, State: "arriving", Message, Lines: [{ ...line, State: "awaited" }] }]);
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Arriving late")).toBeVisible();
  await expect.element(screen.getByText(Message)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Look now" })).toBeVisible();
});

const asked = {
  ...pending,
  Direction: "out",
  State: "asked",
  RequestedBy: null,
  PartnerName: "Fabrikam",
};
const offered = {
  Hash: "b".repeat(64),
  Lines: [
    {
      Id: "019a0000-0000-7000-8000-0000000000a1",
      Name: "Microsoft 365 Business Standard",
      Quantity: 7,
      Unit: "Licence",
      TermUntil: "2026-09-10",
      IsChosen: true,
      With: null,
    },
    {
      Id: "019a0000-0000-7000-8000-0000000000a2",
      Name: "Defender",
      Quantity: 3,
      Unit: "Licence",
      TermUntil: "2026-09-10",
      IsChosen: true,
      With: "Microsoft 365 Business Standard",
    },
    {
      Id: "019a0000-0000-7000-8000-0000000000a3",
      Name: "Visio Plan 2",
      Quantity: 1,
      Unit: "Licence",
      TermUntil: null,
      IsChosen: true,
      With: null,
    },
  ],
  Charges: [
    {
      Description: "Microsoft 365 Business Standard",
      From: "2026-05-22",
      Until: "2026-06-10",
      Quantity: -7,
      Amount: amount("-4025"),
    },
  ],
  Total: amount("-4025"),
};

test("what another partner asks for is given away in part: each choice shows what is given back, and its hash is sent", async () => {
  const bodies: unknown[] = [];
  api([asked], {
    [`POST /api/transfers/${id}/release/proposal`]: ({ body }) => {
      const { SubscriptionIds } = JSON.parse(body) as { SubscriptionIds: string[] | null };
      const Lines = offered.Lines.map((each) => ({
        ...each,
        IsChosen: SubscriptionIds === null || each.Name !== "Visio Plan 2",
      }));
      return succeeded({ ...offered, Lines });
    },
    [`POST /api/transfers/${id}/release`]: ({ body }) => (bodies.push(JSON.parse(body)), succeeded({ Id: id })),
  });
  await page.viewport(390, 844);
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Waits for you")).toBeVisible();
  await expect
    .element(screen.getByText(/Choose what goes there until 19\/06\/2026, or do nothing and it lapses/))
    .toBeVisible();
  // It stops nothing, so something else can be asked for.
  await expect.element(screen.getByRole("button", { name: "Transfer Microsoft from another partner" })).toBeVisible();
  await screen.getByRole("button", { name: "Choose what goes" }).click();
  const dialog = screen.getByRole("dialog", { name: "Give away to Fabrikam?" });
  await expect.element(dialog.getByLabelText(/3 licences of Defender/)).toBeDisabled();
  await dialog.getByLabelText(/1 licence of Visio Plan 2/).click();
  await expect.element(dialog.getByRole("row").last()).toHaveTextContent("Net−£40.25");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Give away" }).click();
  await expect.element(screen.getByText("Microsoft is told what goes to Fabrikam")).toBeVisible();
  expect(bodies).toEqual([{ SubscriptionIds: [offered.Lines[0]!.Id], Hash: offered.Hash }]);
});

test("more than the vendor moves at a time cannot be given away at once, and says so", async () => {
  api([asked], {
    [`GET /api/customers/${customerId}/transfers`]: succeeded({
      Items: [asked],
      Vendors: [{ ...vendors[0], Most: 2 }],
      Next: null,
    }),
    [`POST /api/transfers/${id}/release/proposal`]: succeeded(offered),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: "Choose what goes" }).click();
  const dialog = screen.getByRole("dialog", { name: "Give away to Fabrikam?" });
  await expect.element(dialog.getByText(/moves at most 2 subscriptions at a time/)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Give away" })).toBeDisabled();
});

test("the vendors are asked on request, and it says when they last were", async () => {
  let looks = 0;
  api([], {
    [`GET /api/customers/${customerId}/transfers`]: succeeded({
      Items: [],
      Vendors: [{ ...vendors[0], ReadAt: "2026-05-20T13:05:00.000Z" }],
      Next: null,
    }),
    [`POST /api/customers/${customerId}/transfers/look`]: () => (looks++, succeeded({ Id: customerId })),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Microsoft last asked 20/05/2026 14:05")).toBeVisible();
  await screen.getByRole("button", { name: "Look now" }).click();
  await expect.poll(() => looks).toBe(1);
  expect(await faults()).toEqual([]);
});
