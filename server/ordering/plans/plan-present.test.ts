import { plans } from "@tradewind/contract/ordering/plans.ts";
import { expect, test } from "vitest";
import { planning } from "../../test/planning.ts";
import { testApp } from "../../test/test-app.ts";
import { orderNext, proposeNext } from "./plan-work.actions.ts";

const app = await testApp();
const { addBought, atWork } = planning(app);

test("what moves to a better product moves whole, with the units that came since the plan was made", async () => {
  const planner = await app.signIn();
  const [bought] = await addBought(planner, 1);
  const [candidate] = (await app.call(planner, plans.candidates, { query: { ProductId: "microsoft-365" } })).Result!
    .Items;
  const Change = { Kind: "upgrade" as const, Sku: candidate!.UpgradesTo[0]!.Sku };
  const { Result } = await app.call(planner, plans.make, {
    body: { Name: "Up", Lines: [{ SubscriptionId: bought!.id, Change }] },
  });
  const params = { planId: Result!.Id };
  const become = (quantity: number) =>
    app.sql(
      "update subscriptions set quantity = $2, lots = jsonb_set(lots, '{0,quantity}', to_jsonb($2::int)) where id = $1",
      [bought!.id, quantity],
    );
  const line = async () => (await app.call(planner, plans.lines, { params, query: {} })).Result!.Items[0]!;

  await become(8);
  const plan = await atWork(planner, params.planId);
  while (await proposeNext(app.platform, plan));
  expect(await line()).toMatchObject({ State: "planned", Before: { Quantity: 8 }, After: { Quantity: 8 } });

  await become(9);
  const { Hash } = (await app.call(planner, plans.byId, { params })).Result!;
  await app.call(planner, plans.commit, { params, body: { Hash } });
  while ((await orderNext(app.platform, plan)) !== undefined);
  expect(await line()).toMatchObject({ State: "changed", Before: { Quantity: 9 }, After: { Quantity: 9 } });
  const again = (await app.call(planner, plans.byId, { params })).Result!;
  await app.call(planner, plans.commit, { params, body: { Hash: again.Hash } });
  await orderNext(app.platform, plan);
  const moved = await app.sql(
    "select from_subscription_id, moved from order_lines where reseller_id = $1 and moved is not null",
    [planner.resellerId],
  );
  expect(moved).toEqual([{ from_subscription_id: bought!.id, moved: 9 }]);
});
