import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { orderStory } from "./order-story.ts";
import { testApp } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const database = new pg.Pool({ connectionString: app.database.adminUrl, max: 2 });
afterAll(() => database.end());

test("the books hold with use that is charged and corrected, and tell a month that costs otherwise than its last report says", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const item = "pw_base_servers";
  const Lines = [{ Key: "a", OfferId: `acronis.${item}:none:monthly`, Quantity: 3 }];
  const add: WireChange = { Kind: "add", Lines };
  const { placed } = await order(boss, customerId, add, { ProductId: "acronis-backup" });
  await becomes(boss, placed.Result!.InstanceId, "Active");
  const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions");
  const month = monthOf(app.platform.clock.today());
  const act = (body: object) => worker.control("acronis", "act", { ...body, tenantId: row!.ref, item });
  const figures = async () => (await app.sql("select from usage_months")).length;
  await act({ action: "use", value: 5 });
  await worker.moveDays(daysBetween(app.platform.clock.today(), addDays(month.until, 1)));
  await worker.until(async () => (await figures()) === 1, "the report", 2_400);
  await act({ action: "correct", month: month.from, value: 4 });
  await worker.moveDays(1);
  await worker.until(async () => (await figures()) === 2, "the correction", 2_400);
  expect(await findBreaches(database)).toEqual([]);

  await app.sql("alter table usage_months disable trigger append_only");
  await app.sql("update usage_months set amount_minor = amount_minor + 1 where charge_id is not null");
  expect((await findBreaches(database)).join("\n")).toContain("what a month's use is charged");
});
