import { customers } from "@tradewind/contract/customers.ts";
import { orders, services, type WireChange } from "@tradewind/contract/orders.ts";
import { describe, expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);

const agreement = { AgreementName: "Ada Lovelace", AgreementEmail: "ada@acme.example", AgreementDate: "2026-01-01" };

async function addCustomer(person: Person, name = `Acme ${crypto.randomUUID().slice(0, 6)}`) {
  const { Result } = await app.call(person, customers.add, {
    body: {
      name,
      organisationTypes: ["Commercial"],
      Address1: "1 High Street",
      TownCity: "Leeds",
      PostCode: "LS1 1AA",
      ContactName: "Ada Lovelace",
      ContactEmail: "ada@acme.example",
    },
  });
  return Result!.customerId;
}

/** The first offer of Microsoft 365 that fits. */
async function offer(person: Person, customerId: string, wanted: { term: string; billing: string; addOn?: boolean }) {
  const { Result } = await app.call(person, orders.journey, {
    params: { productId: "microsoft-365" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const items = Result!.Steps.flatMap((step) => step.Items).filter(
    (item) => item.IsAddOn === (wanted.addOn ?? false) && item.NeedsOneOf.length === 0,
  );
  for (const item of items) {
    const found = item.Offers.find((each) => each.Term === wanted.term && each.Billing === wanted.billing);
    if (found && item.Minimum <= 1) return found;
  }
  throw new Error("no such offer");
}

async function order(
  person: Person,
  customerId: string,
  change: WireChange,
  rest: { InstanceId?: string; ProductId?: string; Details?: Record<string, string> } = {},
) {
  const wanted = { CustomerId: customerId, ProductId: "microsoft-365", Details: agreement, Change: change, ...rest };
  const proposal = await app.call(person, orders.propose, { body: wanted });
  if (!proposal.Succeed) return { proposal, placed: proposal as never };
  const placed = await app.call(person, orders.place, { body: { ...wanted, ProposalHash: proposal.Result!.Hash } });
  return { proposal, placed };
}

const status = async (person: Person, instanceId: string) =>
  (await app.call(person, services.byId, { params: { instanceId } })).Result!;
const becomes = (person: Person, instanceId: string, wanted: string) =>
  worker.until(async () => {
    const found = await status(person, instanceId);
    return found.Service.Status === wanted && found;
  }, `service ${wanted}`);

describe("Microsoft 365", () => {
  test("ORD-05 SVC-12 an order is charged as promised, provisioned by the worker, changed and given back", async () => {
    const reseller = await app.signIn();
    const customerId = await addCustomer(reseller);
    const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });

    const { proposal, placed } = await order(reseller, customerId, {
      Kind: "add",
      Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 10 }],
    });
    expect(placed).toMatchObject({ status: 200, Succeed: true });
    const { InstanceId } = placed.Result!;
    expect((await status(reseller, InstanceId)).Service.Status).toBe("Activating");

    const active = await becomes(reseller, InstanceId, "Active");
    expect(active.Subscriptions).toMatchObject([{ Quantity: 10, Status: "active", Term: "P1Y" }]);
    const charged = await app.sql<{ amount_minor: string }>("select amount_minor from charges where reseller_id = $1", [
      reseller.resellerId,
    ]);
    expect(charged.map((row) => row.amount_minor)).toEqual([proposal.Result!.ChargeNow!.Net.Minor]);

    const key = active.Subscriptions[0]!.Id;
    const up = await order(
      reseller,
      customerId,
      { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 14 }] },
      { InstanceId },
    );
    expect(up.placed.status).toBe(200);
    expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]).toMatchObject({
      Quantity: 14,
      Lots: [{ Quantity: 10 }, { Quantity: 4 }],
    });

    const down = await order(
      reseller,
      customerId,
      { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 12 }] },
      { InstanceId },
    );
    expect(down.proposal.Result!.Lines[0]).toMatchObject({ Kind: "refund" });
    expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Quantity).toBe(12);
  });

  test("a price that moved between proposal and order is answered with 409 and the new proposal", async () => {
    const reseller = await app.signIn();
    const customerId = await addCustomer(reseller);
    const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
    const wanted = {
      CustomerId: customerId,
      ProductId: "microsoft-365",
      Details: agreement,
      Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }] },
    };
    const { Result } = await app.call(reseller, orders.propose, { body: wanted });
    await app.sql(
      "insert into reseller_prices (reseller_id, offer_id, from_date, price) values ($1, $2, '2026-01-01', 99)",
      [reseller.resellerId, monthly.OfferId],
    );

    const attempt = await app.call(reseller, orders.place, { body: { ...wanted, ProposalHash: Result!.Hash } });

    expect(attempt).toMatchObject({
      status: 409,
      Error: "proposalChanged",
      Resources: { Proposal: { Currency: "GBP" } },
    });
    expect(await app.sql("select from orders where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);
  });
});
