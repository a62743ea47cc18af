import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { orderStory } from "../../test/order-story.ts";
import { requestStory } from "../../test/request-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { issue } = invoicing(app);
const { becomes } = orderStory(app, worker);
const { begin, licences, wanted, propose, place } = requestStory(app);

test("while ordering is paused, what raises the cost is refused for everybody of the company, reductions are not, and paying lifts it at once", async () => {
  const { owner, admin, customerId } = await begin({});
  const { InstanceId } = (await place(owner, wanted(customerId, licences(5)))).Result!;
  const { Subscriptions } = await becomes(owner, InstanceId, "Active");
  const Key = Subscriptions[0]!.Id;
  const seats = (Quantity: number) =>
    wanted(customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, InstanceId);
  await app.sql("update resellers set payment_term_days = 0 where id = $1", [owner.resellerId]);
  await app.sql("insert into reseller_flags values ($1, 'BillingPauseOrdering', true)", [owner.resellerId]);
  await addCharges(app, owner.resellerId, [{ due: "2026-01-10", minor: 10_000 }]);
  await issue(addDays(app.platform.clock.today(), -21));

  const refused = await place(owner, wanted(customerId, licences(1)));
  expect(refused).toMatchObject({ status: 409, Error: "orderingPaused" });
  expect(refused.Messages[0]).toMatch(/^Ordering is paused, because £[\d,.]+ is overdue\. Please pay invoice TW-\d+/);
  expect(await place(owner, seats(6))).toMatchObject({ Error: "orderingPaused" });
  const asAdmin = await place(admin, seats(6));
  expect(asAdmin).toMatchObject({ Error: "orderingPaused" });
  expect(asAdmin.Messages[0]).not.toMatch(/£|TW-/);
  const rights = ["home", "customers", "manageService", "marketplaceOrder", "addProducts"] as const;
  const seller = await app.signIn({ kind: "engineer", resellerId: owner.resellerId, rights });
  const asSeller = await place(seller, seats(6));
  expect(asSeller).toMatchObject({ Error: "orderingPaused" });
  expect(asSeller.Messages[0]).not.toMatch(/£|TW-/);
  // What it would cost is shown as ever.
  expect((await propose(owner, seats(6))).status).toBe(200);

  expect((await place(owner, seats(4))).Error).toBeNull();
  await becomes(owner, InstanceId, "Active");
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, $1, e.account, e.minor * b.balance_minor, 'GBP', case e.account when 'receivable' then b.invoice_id end, '2026-02-01', now()
     from invoice_balances b, (values ('cash:bank', 1), ('receivable', -1)) e (account, minor) where b.reseller_id = $1`,
    [owner.resellerId],
  );
  expect((await place(owner, seats(6))).Error).toBeNull();
});
