/**
 * The limit: node:http forwarding what PostgreSQL computes on the best schema, one named statement a request. No
 * framework, no validation, no tenant role, one constant token. What the product spends beyond this is its own.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import pg from "pg";

const { url, port, token, reseller } = JSON.parse(readFileSync(0, "utf8"));
// Plans are kept here as they are in the product: planning a search would cost more than doing it.
const pool = new pg.Pool({ connectionString: url, max: 8, options: "-c plan_cache_mode=force_generic_plan" });
const bearer = `Bearer ${token}`;

const item = `json_build_object('Id', id, 'Name', name, 'Status', status, 'OrganisationType', organisation_type,
  'Services', service_count, 'Users', user_count, 'Created', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
const envelope = (result) =>
  `'{"Succeed":true,"Error":null,"Errors":null,"Messages":[],"Labels":null,"Resources":null,"Result":' || ${result}::text || '}' as text`;
const found = `from limits.customers where reseller_id = $1 and name ilike '%' || $2 || '%'`;

const statements = {
  list: `select ${envelope("json_build_object('Items', json_agg(item), 'Next', null)")} from
    (select ${item} as item from limits.customers where reseller_id = $1 order by name, id limit 50) page`,
  search: `select ${envelope("json_build_object('Items', coalesce(json_agg(item), '[]'), 'Next', null)")} from
    (select ${item} as item ${found} order by name, id limit 50) page`,
  count: `select ${envelope("json_build_object('Total', count(*), 'Active', count(*) filter (where status = 'Active'), 'Suspended', count(*) filter (where status = 'Suspended'))")}
    from limits.customers where reseller_id = $1`,
  add: `with made as (insert into limits.customers (reseller_id, name, created_at) values ($1, $2, now()) returning id),
    line as (insert into limits.activity (reseller_id, customer_id, who, what) select $1, id, 'Robin Tester', 'Added ' || $2 from made),
    told as (insert into limits.events (reseller_id, topics) values ($1, array['customers', 'dashboard'])),
    kept as (insert into limits.idempotency (reseller_id, key, response) select $1, $3, id::text from made)
    select ${envelope("json_build_object('organisationId', id, 'customerId', id)")} from made`,
  order: `with made as (insert into limits.orders (reseller_id, customer_id, proposal) values ($1, $2, $4) returning id),
    line as (insert into limits.order_lines (reseller_id, order_id, offer_id, quantity)
      select $1, id, l->>'OfferId', (l->>'Quantity')::int from made, json_array_elements($4::json->'Change'->'Lines') l returning id, offer_id, quantity),
    stands as (insert into limits.subscriptions (reseller_id, id, customer_id, offer_id, quantity, unit_cost)
      select $1, line.id, $2, line.offer_id, line.quantity, price.cost from line join limits.prices price using (offer_id) returning id, quantity, unit_cost),
    charged as (insert into limits.charges (reseller_id, subscription_id, quantity, unit_cost, amount_minor)
      select $1, id, quantity, unit_cost, round(unit_cost * quantity * 100) from stands),
    past as (insert into limits.history (reseller_id, subscription_id, data) select $1, id, json_build_object('quantity', quantity) from stands),
    booked as (insert into limits.activity (reseller_id, customer_id, who, what) values ($1, $2, 'Robin Tester', 'Ordered')),
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
