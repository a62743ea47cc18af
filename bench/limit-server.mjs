/**
 * The limit: node:http forwarding what PostgreSQL computes on the best possible schema, with one named statement per
 * request. It has no framework, no validation, no tenant role and one constant token; anything the product spends
 * beyond this is overhead.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import pg from "pg";

const { url, port, token, reseller } = JSON.parse(readFileSync(0, "utf8"));
// Caches plans as the product does: planning a search would cost more than running it.
const pool = new pg.Pool({ connectionString: url, max: 8, options: "-c plan_cache_mode=force_generic_plan" });
const bearer = `Bearer ${token}`;

const item = `json_build_object('Id', id, 'Name', name, 'Status', status, 'OrganisationType', organisation_type,
  'Services', service_count, 'Users', user_count, 'Created', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'Monthly', json_build_object('Minor', monthly_minor::text, 'Currency', 'GBP'), 'NextRenewal', nullif(next_renewal, 'infinity'), 'Troubles', troubles)`;
const envelope = (result) =>
  `'{"Succeed":true,"Error":null,"Errors":null,"Messages":[],"Labels":null,"Resources":null,"Result":' || ${result}::text || '}' as text`;
const found = `from limits.customers where reseller_id = $1 and name ilike '%' || $2 || '%'`;

const counted = ([name, condition]) => `'${name}', count(*) filter (where ${condition})`;

const statements = {
  list: `select ${envelope("json_build_object('Items', json_agg(item), 'Next', null)")} from
    (select ${item} as item from limits.customers where reseller_id = $1 order by name, id limit 50) page`,
  search: `select ${envelope("json_build_object('Items', coalesce(json_agg(item), '[]'), 'Next', null)")} from
    (select ${item} as item ${found} order by name, id limit 50) page`,
  // Counts for the chips above the list (per state, with and without services, per kind) and the products in use.
  count: `select ${envelope(
    `json_build_object('Total', count(*), ${[
      ["Active", "status = 'Active'"],
      ["Suspended", "status = 'Suspended'"],
      ["WithServices", "service_count > 0"],
      ["WithoutServices", "service_count = 0"],
      ["InTrouble", "troubles > 0"],
      ["Renewing", "next_renewal <= current_date + 30"],
    ]
      .map(counted)
      .join()}, 'Types', json_build_object(${["Commercial", "Charity", "Education", "Government"]
      .map((type) => counted([type, `organisation_type = '${type}'`]))
      .join()}), 'Products', (select coalesce(json_agg(distinct product_id), '[]') from limits.service_instances where reseller_id = $1))`,
  )}
    from limits.customers where reseller_id = $1`,
  add: `with made as (insert into limits.customers (reseller_id, name, created_at) values ($1, $2, now()) returning id),
    line as (insert into limits.activity (reseller_id, customer_id, who, what) select $1, id, 'Robin Tester', 'Added ' || $2 from made returning id),
    unsealed as (insert into limits.activity_unsealed (reseller_id, activity_id) select $1, id from line),
    counted as (insert into limits.tally_changes (reseller_id, figure, mark, amount) values ($1, 'customers', 'Active Commercial none', 1)),
    told as (insert into limits.events (reseller_id, topics) values ($1, array['customers', 'dashboard'])),
    kept as (insert into limits.idempotency (reseller_id, key, response) select $1, $3, id::text from made)
    select ${envelope("json_build_object('organisationId', id, 'customerId', id)")} from made`,
  // Writes every row and column that the product writes for an order, including those the lists count and search by.
  order: `with asked as (select $4::jsonb as body),
    customer as (update limits.customers set service_count = service_count + 1 where reseller_id = $1 and id = $2 and status = 'Active' returning id),
    stands as (insert into limits.service_instances (reseller_id, id, customer_id, product_id, status, reason, since, details, created_at)
      select $1, uuidv7(), customer.id, body->>'ProductId', 'Activating', 'Waiting for the vendor', now(), body->'Details', now() from asked, customer
      returning id, customer_id, product_id),
    made as (insert into limits.orders (reseller_id, customer_id, instance_id, product_id, journey, task, proposal_hash, proposal, details, message, placed_at, placed_by_name)
      select $1, customer_id, stands.id, product_id, 'Add', 'add', body->>'ProposalHash', body->'Proposal', body->'Details', 'Waiting for the vendor', now(), 'Robin Tester'
      from asked, stands returning id, customer_id, instance_id, product_id),
    sold as (insert into limits.subscriptions (reseller_id, id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost, quantity,
        status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids)
      select $1, uuidv7(), customer_id, instance_id, product_id, offer_id, offer_id, name, 'P1M', 'monthly', 'GBP', cost, (l->>'Quantity')::int,
        'active', 1, current_date, current_date + 30, current_date, current_date + 30,
        jsonb_build_array(jsonb_build_object('quantity', l->'Quantity', 'openedAt', now(), 'refundableUntil', now())),
        '{"outcome": "renew", "offerId": null, "quantity": null}', '{"window": "microsoft", "refund": "microsoft", "termEnd": "microsoft"}'
      from asked, made, jsonb_array_elements(body->'Change'->'Lines') l join limits.offers on offer_id = l->>'OfferId'
      returning id, offer_id, name, quantity, unit_cost),
    line as (insert into limits.order_lines (reseller_id, order_id, subscription_id, offer_id, name, quantity)
      select $1, made.id, sold.id, offer_id, name, quantity from made, sold),
    past as (insert into limits.subscription_history (reseller_id, subscription_id, order_id, effective_at, recorded_at, kind, data)
      select $1, sold.id, made.id, now(), now(), 'started', to_jsonb(sold) from made, sold),
    charged as (insert into limits.held_charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from, period_until,
        due_on, quantity, unit_cost, amount_minor, currency, policy_id)
      select $1, customer_id, sold.id, made.id, product_id, offer_id, 'recurring', name, current_date, current_date + 30,
        current_date, quantity, unit_cost, round(unit_cost * quantity * 100), 'GBP', null from made, sold),
    counted as (insert into limits.tally_changes (reseller_id, figure, customer_id, month, product_id, mark, amount)
      select $1, figure, coalesce(customer, '00000000-0000-0000-0000-000000000000'), coalesce(month, '-infinity'), coalesce(product, ''), mark, amount
      from made, (select count(*) as active, sum(quantity) as seats from sold) s,
        lateral (values ('active', customer_id, date_trunc('month', now())::date, product_id, '', active), ('seats', customer_id, date_trunc('month', now())::date, product_id, '', seats),
          ('customers', null, null, null, 'Active Commercial none', -1), ('customers', null, null, null, 'Active Commercial some', 1),
          ('services', null, null, product_id, 'Activating', 1)) f (figure, customer, month, product, mark, amount)),
    booked as (insert into limits.activity (reseller_id, customer_id, who, what) values ($1, $2, 'Robin Tester', 'Ordered') returning id),
    unsealed as (insert into limits.activity_unsealed (reseller_id, activity_id) select $1, id from booked),
    told as (insert into limits.events (reseller_id, topics) values ($1, array['orders', 'services'])),
    filed as (insert into limits.jobs (payload) select json_build_object('order', id) from made),
    kept as (insert into limits.idempotency (reseller_id, key, response) select $1, $3, id::text from made)
    select ${envelope("json_build_object('OrderId', id)")} from made`,
};
const ask = async (name, values) => (await pool.query({ name, text: statements[name], values })).rows[0].text;

async function answer(request, body) {
  const { pathname, searchParams } = new URL(request.url, "http://limit");
  const tenant = request.headers["x-reseller"] ?? reseller;
  if (pathname === "/list") return ask("list", [tenant]);
  if (pathname === "/search") return ask("search", [tenant, searchParams.get("Search")]);
  if (pathname === "/count") return ask("count", [tenant]);
  const sent = JSON.parse(body);
  const key = request.headers["idempotency-key"];
  if (pathname === "/add") return ask("add", [tenant, sent.name, key]);
  return ask("order", [tenant, sent.CustomerId, key, body]);
}

http
  .createServer((request, response) => {
    if (request.url === "/readyz") return response.end("{}");
    if (request.headers.authorization !== bearer) return response.writeHead(401).end();
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () =>
      answer(request, body).then(
        (text) => response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(text),
        (error) => response.writeHead(500).end(error.message),
      ),
    );
  })
  .listen(port, "127.0.0.1");
await pool.query("select 1");
