import { plans } from "@tradewind/contract/ordering/plans.ts";
import { expect, test } from "vitest";
import { planning } from "../../test/planning.ts";
import { testApp } from "../../test/test-app.ts";
import { orderNext, proposeNext } from "./plan-work.actions.ts";

const app = await testApp();
const { addBought, atWork } = planning(app);

test("a plan that ends a product and its add-on ends both in one line, which counts each once", async () => {
  const planner = await app.signIn();
  const [base, addOn] = await addBought(planner, 2);
  // As the window for both is open.
  await app.sql(
    `update subscriptions set lots = jsonb_set(lots, '{0,refundableUntil}', '"2099-01-01T00:00:00.000Z"') where reseller_id = $1`,
    [planner.resellerId],
  );
  await app.sql("update subscriptions set parent_id = $2, customer_id = $3, instance_id = $4 where id = $1", [
    addOn!.id,
    base!.id,
    base!.customer_id,
    base!.instance_id,
  ]);
  const { Result } = await app.call(planner, plans.make, {
    body: {
      Name: "End",
      Lines: [base!, addOn!].map(({ id }) => ({ SubscriptionId: id, Change: { Kind: "cancel" as const } })),
    },
  });
  const params = { planId: Result!.Id };
  const plan = await atWork(planner, params.planId);
  while (await proposeNext(app.platform, plan));
  const lines = (await app.call(planner, plans.lines, { params, query: {} })).Result!.Items;
  expect(lines).toMatchObject([
    {
      State: "planned",
      SubscriptionId: base!.id,
      Name: "Microsoft 365 Business Premium, with Microsoft 365 Business Premium",
      Before: { Monthly: { Minor: "10000" } },
      After: { Quantity: 0, Monthly: { Minor: "0" } },
    },
  ]);
  const shown = (await app.call(planner, plans.byId, { params })).Result!;
  expect(shown).toMatchObject({ Monthly: { Before: { Minor: "10000" } }, ChargeNow: lines[0]!.ChargeNow });
  await app.call(planner, plans.commit, { params, body: { Hash: shown.Hash } });
  await orderNext(app.platform, plan);
  expect(
    await app.sql("select distinct status from subscriptions where reseller_id = $1", [planner.resellerId]),
  ).toEqual([{ status: "cancelled" }]);
});
