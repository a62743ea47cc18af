import type { Basket, BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`;

const lineOf = (at: number, customer: string, more: Partial<BasketLine> = {}): BasketLine => ({
  Id: idOf(at),
  CustomerId: idOf(at),
  CustomerName: customer,
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  State: "open",
  Items: [
    {
      Key: "line-1",
      Name: "Business Premium",
      Unit: "Licence",
      Term: "P1Y",
      Billing: "monthly",
      Quantity: 2,
      Minimum: 1,
      Maximum: 300,
      AddOnTo: null,
      UnitCostBefore: null,
      UnitCost: "15.09",
    },
  ],
  Proposal: proposalOf(),
  Trouble: null,
  Refused: null,
  OrderId: null,
  RequestId: null,
  InstanceId: null,
  ChangedAt: "2026-11-24T11:52:00.000Z",
  ...more,
});
const totals: Basket["Totals"] = [
  {
    Currency: "GBP",
    Orders: 1,
    Net: { Minor: "3018", Currency: "GBP" },
    Vat: { Minor: "604", Currency: "GBP" },
    Gross: { Minor: "3622", Currency: "GBP" },
    Commitment: null,
    Periods: [],
  },
];

async function open(Lines: BasketLine[], Totals = totals, handlers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/basket": succeeded({ Lines, Totals }),
    "GET /api/agreements/can-agree": succeeded({ CanAgree: true }),
    ...handlers,
  });
  const { screen } = await renderApp("/basket");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Basket" })).toBeVisible();
  return { screen, sent };
}
const dearer = (at: number, customer: string) => {
  const line = lineOf(at, customer);
  return { ...line, Items: [{ ...line.Items[0]!, UnitCostBefore: "14.20" }] };
};
const waiting = (at: number, customer: string) =>
  lineOf(at, customer, {
    Proposal: null,
    Trouble: { Code: "agreementNotSigned", Text: "The terms have to be signed first.", AgreementId: "acronis-backup" },
  });

test("only what is ready is placed, by the hashes that are shown", async () => {
  const { screen, sent } = await open(
    [lineOf(1, "Acme Dental"), dearer(2, "Harbour Cafe"), waiting(3, "Quayside Books")],
    totals,
    { "POST /api/basket/place": succeeded({ Placing: 1 }) },
  );
  await expect.element(screen.getByText("Business Premium is now £15.09 per licence; it was £14.20.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Place 1 order" }).click();
  await expect.poll(() => sent.filter(({ path }) => path === "/api/basket/place")).toHaveLength(1);
  const body = JSON.parse(sent.find(({ path }) => path === "/api/basket/place")!.body);
  expect(body).toEqual({ Lines: [{ Id: idOf(1), Hash: proposalOf().Hash }] });
});

test("an agreement is asked for once, however many orders wait for it", async () => {
  const { screen } = await open([waiting(1, "Acme Dental"), waiting(2, "Harbour Cafe")], []);
  await expect.element(screen.getByText("An agreement is missing for 2 orders")).toBeVisible();
  await expect.poll(() => screen.getByRole("link", { name: "Review and sign" }).elements()).toHaveLength(1);
  await expect.element(screen.getByRole("button", { name: "Place orders" })).toBeDisabled();
});

test("a quantity is kept, and a new price is agreed to by its hash", async () => {
  const line = dearer(1, "Acme Dental");
  const [item] = line.Items;
  let Quantity = 2;
  const { screen, sent } = await open([line], [], {
    "GET /api/basket": () => succeeded({ Lines: [{ ...line, Items: [{ ...item!, Quantity }] }], Totals: [] }),
    [`PUT /api/basket/${idOf(1)}`]: ({ body }) => {
      Quantity = JSON.parse(body).Items?.[0].Quantity ?? Quantity;
      return succeeded({});
    },
  });
  const bodies = () => sent.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body));
  await screen.getByRole("spinbutton", { name: "Licences of Business Premium for Acme Dental" }).fill("5");
  await screen.getByRole("heading", { level: 1, name: "Basket" }).click();
  await expect.poll(bodies).toEqual([{ Items: [{ Key: "line-1", Quantity: 5 }] }]);
  await screen.getByRole("button", { name: "Agree to the new price of Microsoft 365 for Acme Dental" }).click();
  await expect.poll(() => bodies().at(-1)).toEqual({ Hash: proposalOf().Hash });
});

test("what was refused says why, and what was placed has its number; without prices there is no sum", async () => {
  const { screen } = await open(
    [
      lineOf(1, "Acme Dental", { Refused: "The customer is suspended." }),
      lineOf(2, "Harbour Cafe", {
        State: "ordered",
        Proposal: null,
        OrderId: "019a0000-0000-7000-8000-00003f9ac21b",
        InstanceId: idOf(9),
      }),
    ],
    [],
  );
  await expect.element(screen.getByText("The customer is suspended.")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Order 3F9A-C21B" })).toBeVisible();
  await expect.element(screen.getByText("What this costs")).not.toBeInTheDocument();
});

test("what needs approval says so before it is placed, and leads to its request afterwards", async () => {
  const pounds = (Minor: string) => ({ Minor, Currency: "GBP" as const });
  const rule = { Why: "overLimit" as const, Limit: pounds("50000"), Left: pounds("12000") };
  const { screen } = await open([
    lineOf(1, "Acme Dental", { Proposal: proposalOf({ Rule: rule }) }),
    lineOf(2, "Harbour Cafe", { State: "ordered", Proposal: null, RequestId: idOf(8) }),
  ]);
  await expect.element(screen.getByText("This needs approval")).toBeVisible();
  await expect.element(screen.getByText(/£120.00 of £500.00. It is sent as a request/)).toBeVisible();
  await expect.element(screen.getByText("1 sent as a request, 1 still in the basket")).toBeVisible();
  const link = screen.getByRole("main").getByRole("link", { name: "Request" });
  await expect.element(link).toHaveAttribute("href", `/requests/${idOf(8)}`);
  expect(await faults()).toEqual([]);
});

test("an empty basket leads to the marketplace", async () => {
  const { screen } = await open([], []);
  await expect.element(screen.getByText("Your basket is empty")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Add another product" })).toBeVisible();
});
