import { orders } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { planning } from "../../test/planning.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const { addBought } = planning(app);

test("a subscription tells from when it can be changed again where its renewal is too near, as the refusal does", async () => {
  const reseller = await app.signIn();
  const [bought] = await addBought(reseller, 1);
  const instanceId = bought!.instance_id;
  const tomorrow = addDays(app.platform.clock.today(), 1);
  const waits = async () =>
    (await app.call(reseller, services.byId, { params: { instanceId } })).Result!.Subscriptions[0]!.WaitsUntil;
  expect(await waits()).toBeNull();
  await app.sql(
    `update subscriptions set term_from = $2::date - 31, period_from = $2::date - 31, term_until = $2, period_until = $2
     where id = $1`,
    [bought!.id, tomorrow],
  );
  expect(await waits()).toBe(tomorrow);
  const asked = await app.call(reseller, orders.propose, {
    body: {
      CustomerId: bought!.customer_id,
      ProductId: "microsoft-365",
      InstanceId: instanceId,
      Change: { Kind: "setQuantity", Targets: [{ Key: bought!.id, Quantity: 7 }] },
    },
  });
  expect(asked).toMatchObject({ Error: "renewalLocked", Resources: { NextDate: tomorrow } });
});
