/** Compares calls that read much with a program that only sends the same statements. */
import type { Endpoint, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { serviceLists, serviceSorts } from "@tradewind/contract/ordering/service-lists.ts";
import type pg from "pg";
import { besideStatements } from "./beside-statements.ts";
import { addReseller, inProcess } from "./in-process.ts";
import { onGround } from "./sides.ts";
import type { Row } from "./report.ts";

const customers = 100_000;
const services = 300_000;
const gate = 2;

type Call = <E extends Endpoint>(endpoint: E, sent: SentOf<E>) => Promise<ResultOf<E>>;
type Asked = { name: string; ask(call: Call, n: number): Promise<unknown> };

/** Asks for pages of services by every filter and sort, and for proposals, in `rounds` rounds. */
export const run = (rounds = 5): Promise<Row[]> =>
  onGround(async ({ cluster, admin }) => {
    const { callerOf, close } = await inProcess(cluster);
    const { measured, end } = await besideStatements(cluster);
    try {
      const resellerId = await addReseller(admin);
      await addServices(admin, resellerId);
      const call = await callerOf(admin, resellerId);
      const measure = ({ name, ask }: Asked) => measured(name, (n) => ask(call, n), rounds);
      const pages = [];
      for (const asked of pagesOf(await listed(admin, resellerId))) pages.push(await measure(asked));
      const dearest = pages.toSorted((a, b) => b.ours / b.limit - a.ours / a.limit)[0]!;
      const proposal = await measure(await proposing(admin, call, resellerId));
      return [
        {
          name: `page of ${services.toLocaleString("en-GB")} services`,
          value: dearest.ours / dearest.limit,
          gate,
          detail: `the dearest of ${pages.length}, ${dearest.name}: its statements ${dearest.limit.toFixed(2)}, ours ${dearest.ours.toFixed(2)} ms CPU; longest ${Math.max(...pages.map(({ ours }) => ours)).toFixed(2)} ms CPU`,
        },
        {
          name: "proposal of 3 lines",
          value: proposal.ours / proposal.limit,
          gate,
          detail: `its statements ${proposal.limit.toFixed(2)}, ours ${proposal.ours.toFixed(2)} ms CPU`,
        },
      ];
    } finally {
      await end();
      await close();
    }
  });

const filters = ["none", "State", "ProductId", "CustomerId", "Search"] as const;

const pagesOf = (values: Record<(typeof filters)[number], readonly string[]>): Asked[] =>
  serviceSorts.flatMap((Sort) =>
    filters.map((filter) => ({
      name: `by ${Sort}, filter ${filter}`,
      async ask(call: Call, n: number) {
        const of = values[filter];
        const query = { Sort, ...(filter === "none" ? {} : { [filter]: of[n % of.length] }) };
        const { Items } = await call(serviceLists.list, { query });
        if (Items.length === 0) throw new Error(`Found no service: ${JSON.stringify(query)}`);
      },
    })),
  );

async function listed(admin: pg.Client, resellerId: string) {
  const { rows } = await admin.query<{ id: string; name: string }>(
    "select id, name from customers where reseller_id = $1 order by id limit 100",
    [resellerId],
  );
  return {
    none: [],
    State: ["active", "failed"],
    ProductId: ["microsoft-365", "acronis-backup", "cloud-server"],
    CustomerId: rows.map(({ id }) => id),
    Search: rows.map(({ name }) => name.slice(-4)),
  };
}

const Details = {
  AgreementName: "Ada Lovelace",
  AgreementEmail: "ada@acme.example",
  AgreementDate: "2026-01-01",
  Address1: "12 Mill Lane",
  TownCity: "Bath",
  PostCode: "BA1 1AA",
};

async function proposing(admin: pg.Client, call: Call, resellerId: string): Promise<Asked> {
  const params = { agreementId: "microsoft-365" };
  const { Version, TextHash } = await call(agreements.byId, { params });
  await call(agreements.sign, {
    params,
    body: { Version, TextHash, ReadToEnd: true, Name: "Robin Tester", JobTitle: "Director" },
  });
  const { rows } = await admin.query<{ id: string }>(
    "select id from customers where reseller_id = $1 order by id desc limit 100",
    [resellerId],
  );
  const { rows: offers } = await admin.query<{ id: string }>(
    "select id from offers where product_id = 'microsoft-365' and not is_add_on and needs_one_of = '{}' and minimum <= 1 and term = 'P1M' order by id limit 3",
  );
  return {
    name: "proposal",
    async ask(of, n) {
      const { Hash } = await of(orders.propose, {
        body: {
          CustomerId: rows[n % rows.length]!.id,
          ProductId: "microsoft-365",
          Details,
          Change: {
            Kind: "add",
            Lines: offers.map(({ id }, at) => ({ Key: `line-${at}`, OfferId: id, Quantity: at + 3 })),
          },
        },
      });
      if (!Hash) throw new Error("Nothing was proposed");
    },
  };
}

/** Customers with three services of one subscription each, some of them failed. */
async function addServices(admin: pg.Client, resellerId: string): Promise<void> {
  await admin.query(
    `insert into customers (reseller_id, name, created_at)
     select $1, 'Customer ' || n, timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, $2::int) n`,
    [resellerId, customers],
  );
  await admin.query(
    `with bought as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, c.id, o.product_id, case when random() < 0.01 then 'ActivationFailed' else 'Active' end, c.created_at + random() * interval '90 days', c.created_at
       from customers c, (values ('microsoft-365'), ('acronis-backup'), ('cloud-server')) o (product_id) where c.reseller_id = $1
       returning id, customer_id, product_id)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, vendor_ref)
     select $1, b.customer_id, b.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 5, 'active', 1,
       date_trunc('month', now()), date_trunc('month', now()) + interval '1 year', date_trunc('month', now()), date_trunc('month', now()) + interval '1 month',
       '[{"quantity": 5, "openedAt": "2026-01-01T00:00:00.000Z", "refundableUntil": null}]', '{"outcome": "renew", "offerId": null, "quantity": null}',
       jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id), 'at-vendor-' || b.id
     from bought b join (select distinct on (product_id) * from offers where billing = 'monthly' and not is_add_on order by product_id, id) o
       on o.product_id = b.product_id`,
    [resellerId],
  );
  await admin.query("vacuum analyze");
}
