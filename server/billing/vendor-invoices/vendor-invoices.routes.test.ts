import { vendorInvoices } from "@tradewind/contract/billing/vendor-invoices.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
let operator: Person;
let invoiceId: string;

const list = async () => (await app.call(operator, vendorInvoices.list, {})).Result!.Items;
const one = async () =>
  (await app.call(operator, vendorInvoices.byId, { params: { vendorInvoiceId: invoiceId } })).Result!;
const differences = async (query: object = {}) =>
  (await app.call(operator, vendorInvoices.differences, { params: { vendorInvoiceId: invoiceId }, query })).Result!
    .Items;
const settle = (billDifferenceId: string, Decision: "accept" | "dispute" | "correct") =>
  app.call(operator, vendorInvoices.settle, {
    params: { billDifferenceId },
    body: { Decision, Reason: "Ticket 4711" },
  });

beforeAll(async () => {
  operator = await app.signInOperator();
  const reseller = await signInSigned();
  const refs: string[] = [];
  for (const Quantity of [10, 4]) {
    const customerId = await addCustomer(reseller);
    const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
    const { Subscriptions } = await becomes(reseller, placed.Result!.InstanceId, "Active");
    const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [
      Subscriptions[0]!.Id,
    ]);
    refs.push(row!.ref);
  }
  await worker.control("microsoft", "act", { action: "misbill", what: "quantity", subscriptionId: refs[0] });
  await worker.control("microsoft", "act", { action: "misbill", what: "price", subscriptionId: refs[1] });
  const { until } = monthOf(app.platform.clock.today());
  await worker.moveDays(daysBetween(app.platform.clock.today(), addDays(until, 7)));
  const [read] = await worker.until(async () => {
    const found = await list();
    return found[0]?.ReadAt != null && found;
  }, "the invoice");
  invoiceId = read!.Id;
});

test("an invoice stands with their sum, ours and what parts them by its cause", async () => {
  const { Invoice, Causes } = await one();
  expect(Invoice).toMatchObject({ VendorName: "Microsoft", Lines: 2, Open: 2 });
  expect(BigInt(Invoice.Theirs.Minor) - BigInt(Invoice.Ours.Minor)).toBe(BigInt(Invoice.Apart.Minor));
  const { price, quantity } = Object.fromEntries(Causes.map((cause) => [cause.Kind, cause]));
  expect([price, quantity]).toMatchObject([
    { Count: 1, Open: 1 },
    { Count: 1, Open: 1 },
  ]);
  expect(Causes).toHaveLength(2);
  const sum = Causes.reduce((all, { Apart }) => all + BigInt(Apart.Minor), 0n);
  expect(String(sum)).toBe(Invoice.Apart.Minor);
  const [first, second] = await differences();
  expect(Math.abs(Number(first!.Apart.Minor))).toBeGreaterThan(Math.abs(Number(second!.Apart.Minor)));
  expect((await differences({ Kind: "quantity" })).map(({ Text }) => Text)).toEqual([
    expect.stringMatching(/^Microsoft bills 11 for .* and we owe for 10$/),
  ]);
});

test("a line is disputed, then corrected, and no longer decided; the log and the file tell it", async () => {
  const [line] = await differences({ Kind: "price" });
  expect((await settle(line!.Id, "dispute")).Result).toMatchObject({
    State: "disputed",
    Decisions: ["accept", "correct"],
  });
  expect((await one()).Invoice.Open).toBe(1);
  expect((await differences({ State: "disputed" })).map(({ Id }) => Id)).toEqual([line!.Id]);
  expect((await settle(line!.Id, "dispute")).Error).toBe("differenceSettled");
  expect((await settle(line!.Id, "correct")).Result).toMatchObject({ State: "corrected", Note: "Ticket 4711" });
  expect(await settle(line!.Id, "accept")).toMatchObject({ status: 409, Error: "differenceSettled" });
  const log = await app.sql<{ action: string }>(
    "select action from activity where object_id = $1 and outcome = 'done' order by id",
    [line!.Id],
  );
  expect(log.map(({ action }) => action)).toEqual(["vendorInvoices.dispute", "vendorInvoices.correct"]);
  const file = await app.app.inject({
    url: `/api/operator/vendor-invoices/${invoiceId}/differences.csv`,
    headers: { authorization: `Bearer ${operator.token}` },
  });
  const rows = file.body.trim().split("\r\n");
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^Cause,State,Subscription,Vendor's number,Customer,Reseller,/);
  expect(rows.find((row) => row.startsWith("price,"))).toMatch(/^price,corrected,.*,Ticket 4711$/);
});

test("the margin of a month is what was invoiced less what it costs, by vendor", async () => {
  const { Rows } = (await app.call(operator, vendorInvoices.margins, {})).Result!;
  const [ledger] = await app.sql<{ revenue: string; cost: string }>(
    `select (-sum(amount_minor) filter (where account like 'revenue:%'))::text as revenue,
       (sum(amount_minor) filter (where account = 'cost:microsoft'))::text as cost
     from ledger_entries where account like 'revenue:%' or account like 'cost:%'`,
  );
  expect(Rows).toMatchObject([
    { VendorName: "Microsoft", Revenue: { Minor: ledger!.revenue }, Cost: { Minor: ledger!.cost } },
  ]);
  expect(BigInt(Rows[0]!.Margin.Minor)).toBeGreaterThan(0n);
});

test("none of it is for resellers", async () => {
  const reseller = await signInSigned();
  for (const endpoint of [vendorInvoices.list, vendorInvoices.margins])
    expect((await app.call(reseller, endpoint, {})).status).toBe(403);
  const params = { vendorInvoiceId: invoiceId };
  expect((await app.call(reseller, vendorInvoices.differences, { params })).status).toBe(403);
});
