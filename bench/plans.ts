/** Compares a plan of many changes with the same changes ordered one by one. */
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { plans } from "@tradewind/contract/ordering/plans.ts";
import { orderNext, proposeNext } from "@tradewind/server/ordering/plans/plan-work.actions.ts";
import { findPlanAtWork } from "@tradewind/server/ordering/plans/plans.store.ts";
import type pg from "pg";
import { cpuWhile, median } from "./measure.ts";
import { addReseller, inProcess } from "./in-process.ts";
import { onGround } from "./sides.ts";
import type { Row } from "./report.ts";

const lines = 500;
const gate = 2;

type Bought = { id: string; customer_id: string; instance_id: string };

/** Orders two more licences for each of 500 customers, in turn as a plan and singly, for `rounds` resellers each. */
export const run = (rounds = 3): Promise<Row[]> =>
  onGround(async ({ cluster, admin }) => {
    const { platform, callerOf, close } = await inProcess(cluster);

    async function reseller() {
      const resellerId = await addReseller(admin);
      const call = await callerOf(admin, resellerId);
      const { Version, TextHash } = await call(agreements.byId, { params: { agreementId: "microsoft-365" } });
      const body = { Version, TextHash, ReadToEnd: true as const, Name: "Robin Tester", JobTitle: "Director" };
      await call(agreements.sign, { params: { agreementId: "microsoft-365" }, body });
      const bought = await addBought(admin, resellerId);
      await admin.query("vacuum analyze");
      return { resellerId, call, bought };
    }
    type Reseller = Awaited<ReturnType<typeof reseller>>;

    async function singly({ call, bought }: Reseller) {
      for (const { id, customer_id, instance_id } of bought) {
        const wanted = {
          CustomerId: customer_id,
          ProductId: "microsoft-365",
          InstanceId: instance_id,
          Details: {},
          Change: { Kind: "setQuantity" as const, Targets: [{ Key: id, Quantity: 7 }] },
        };
        const { Hash } = await call(orders.propose, { body: wanted });
        await call(orders.place, { body: { ...wanted, ProposalHash: Hash } });
      }
    }

    async function together({ resellerId, call, bought }: Reseller) {
      const Lines = bought.map(({ id }) => ({
        SubscriptionId: id,
        Change: { Kind: "setQuantity" as const, Quantity: 7 },
      }));
      const params = { planId: (await call(plans.make, { body: { Name: "Two more each", Lines } })).Id };
      const bounds = { role: "app_tenant", resellerId } as const;
      const plan = (await platform.database.read(bounds, (db) => findPlanAtWork(db, resellerId, params.planId)))!;
      while (await proposeNext(platform, plan));
      const { Hash } = await call(plans.byId, { params });
      await call(plans.commit, { params, body: { Hash } });
      while ((await orderNext(platform, plan)) !== undefined)
        // Vendors answer at once here: a plan waits while many of its orders are at work.
        await admin.query("update orders set status = 'Completed' where reseller_id = $1", [resellerId]);
    }

    const spent = { singly: [] as number[], together: [] as number[] };
    try {
      for (let round = -1; round < rounds; round++)
        for (const way of round % 2 ? ([singly, together] as const) : ([together, singly] as const)) {
          const own = await reseller();
          const cost = await cpuWhile(cluster.pid(), () => way(own));
          await checkCharges(admin, own.resellerId);
          if (round >= 0) spent[way === singly ? "singly" : "together"].push(cost / lines);
        }
    } finally {
      await close();
    }
    const [one, plan] = [median(spent.singly), median(spent.together)];
    const detail = `ms CPU a line: ${plan.toFixed(1)}, ordered one by one ${one.toFixed(1)}`;
    return [{ name: `plan of ${lines} lines`, value: plan / one, gate, detail }];
  });

/** Throws unless two more licences were promised for each customer. */
async function checkCharges(admin: pg.Client, resellerId: string): Promise<void> {
  const { rows } = await admin.query(
    "select count(*)::int as orders, (select count(distinct subscription_id) from held_charges where reseller_id = $1)::int as charged from orders where reseller_id = $1",
    [resellerId],
  );
  if (rows[0].orders !== lines || rows[0].charged !== lines)
    throw new Error(`Something else was ordered: ${JSON.stringify(rows[0])}`);
}

/** Customers that each have five licences of one subscription, provided long ago. */
async function addBought(admin: pg.Client, resellerId: string): Promise<Bought[]> {
  const { rows } = await admin.query<Bought>(
    `with customers as (
       insert into customers (reseller_id, name, created_at)
       select $1, 'Customer ' || n || ' ' || gen_random_uuid(), '2026-01-01' from generate_series(1, $2::int) n returning id),
     services as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, id, 'microsoft-365', 'Active', '2026-01-02', '2026-01-02' from customers returning id, customer_id)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, vendor_ref)
     select $1, s.customer_id, s.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 5, 'active', 1,
       date_trunc('month', now()), date_trunc('month', now()) + interval '1 year', date_trunc('month', now()), date_trunc('month', now()) + interval '1 month',
       '[{"quantity": 5, "openedAt": "2026-01-01T00:00:00.000Z", "refundableUntil": null}]', '{"outcome": "renew", "offerId": null, "quantity": null}',
       jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id), 'at-vendor-' || s.id
     from services s, offers o where o.id = 'CFQ7TTC0LCHC:0002:P1Y:monthly' returning id, customer_id, instance_id`,
    [resellerId, lines],
  );
  return rows;
}
