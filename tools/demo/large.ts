import pg from "pg";

/** Words for fictitious business names: every combination of first word, second word and trade. */
const words = {
  first:
    "Amber,Ashen,Avon,Beacon,Birch,Bracken,Bright,Bristol,Broad,Cedar,Chalk,Chapel,Clifton,Copper,Coral,Cotswold,Crescent,Crown,Dale,Downs,Eastern,Elder,Elm,Fairway,Falcon,Forest,Garnet,Golden,Granite,Grange,Harbour,Hazel,Heron,Highland,Hollow,Ivory,Juniper,Kings,Lantern,Laurel,Marsh,Meadow,Northern,Oaken,Orchard,Pennine,Quarry,Royal,Severn,Wessex",
  second:
    "Acre,Anchor,Arch,Bank,Bay,Bell,Bridge,Brook,Castle,Cliff,Corner,Court,Cross,Dock,Field,Ford,Gate,Glen,Green,Grove,Hall,Haven,Heath,Hill,House,Isle,Junction,Lake,Lane,Lock,Market,Mill,Moor,Park,Point,Pool,Port,Quay,Ridge,River,Row,Shore,Square,Stone,Street,Tower,Vale,View,Wharf,Wood",
  trade:
    "Accountants,Architects,Bakery,Builders,Care Homes,Carpets,Catering,Cleaning,Clinic,Consulting,Couriers,Dental,Design,Electrical,Engineering,Estates,Farms,Flooring,Foods,Furniture,Garage,Gardens,Glazing,Haulage,Heating,Insurance,Interiors,Joinery,Kitchens,Legal,Lettings,Logistics,Motors,Optics,Plumbing,Printing,Roofing,Surveyors,Travel,Vets",
};
const towns =
  "Bath,Birmingham,Bournemouth,Brighton,Bristol,Cambridge,Cardiff,Carlisle,Chester,Derby,Exeter,Glasgow,Gloucester,Hull,Ipswich,Leeds,Leicester,Lincoln,Liverpool,Manchester,Newcastle,Norwich,Nottingham,Oxford,Plymouth,Portsmouth,Preston,Reading,Sheffield,Swansea,Truro,York";

/** Billed monthly and fulfilled by people, so that no vendor simulator has to hold a hundred thousand customers. */
const offers = [
  "email-security-standard:none:monthly",
  "webroot-endpoint:none:monthly",
  "vade-m365:none:monthly",
  "spamtitan:none:monthly",
  "message-labs-mail:none:monthly",
  "exclaimer-standard:none:monthly",
  "voice-standard:none:monthly",
  "cloudtalk-starter:none:monthly",
  "appinteract-standard:none:monthly",
  "skykick-backup:none:monthly",
];

export const size = { customers: 100_000, subscriptionsEach: 3 };

/**
 * Adds customers by the hundred thousand to Harbour IT, each with services that began this month and are charged for
 * the current period. Writes in bulk, including the counters that triggers would keep. Returns false if they exist
 * already.
 */
export async function addLargeDemo(database: pg.Pool): Promise<boolean> {
  const client = await database.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // Block the day's work and the invoice run in the meantime.
    await client.query("select from business_clock for update");
    const { rows } = await client.query<{ id: string; there: boolean }>(
      `select r.id, exists (select from customers c where c.reseller_id = r.id and c.domain = 'c1.large.example') as there
       from resellers r join billing_state b on b.reseller_id = r.id where r.name = 'Harbour IT' for update`,
    );
    const [harbour] = rows;
    if (!harbour) throw new Error("There is no Harbour IT to add customers to. Load the demo first: npm start");
    if (harbour.there) return false;
    await addCustomers(client, harbour.id, size.customers);
    await client.query("commit");
    for (const table of tables) await client.query(`vacuum analyze ${table}`);
    return true;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const tables = [
  "customers",
  "service_instances",
  "subscriptions",
  "subscription_history",
  "charges",
  "payables",
  "tally_changes",
];

/** Adds customers to a reseller in the transaction open on `client`, past triggers and foreign keys. */
export async function addCustomers(client: pg.ClientBase, resellerId: string, customers: number): Promise<void> {
  await client.query("set local session_replication_role = replica");
  for (const statement of statements(resellerId, customers)) await client.query(statement);
  await client.query(
    `insert into tally_changes (reseller_id, figure, customer_id, month, product_id, mark, amount)
     select $1, t.* from tally_faults($1) t`,
    [resellerId],
  );
}

const list = (text: string) =>
  `array[${text
    .split(",")
    .map((word) => pg.escapeLiteral(word))
    .join(", ")}]`;
const pick = (text: string, index: string) => `(${list(text)})[1 + (${index}) % ${text.split(",").length}]`;

function statements(resellerId: string, customers: number): string[] {
  const reseller = `${pg.escapeLiteral(resellerId)}::uuid`;
  const [firsts, seconds] = [words.first.split(",").length, words.second.split(",").length];
  return [
    `create temp table now_there on commit drop as
     select clock_timestamp() + make_interval(secs => k.offset_ms / 1000.0) as at, b.billed_until as first_day, k.worked_until as last_day
     from business_clock k, billing_state b where b.reseller_id = ${reseller}`,

    `create temp table new_customers on commit drop as
     select n, uuidv7() as id,
       ${pick(words.first, "n - 1")} || ' ' || ${pick(words.second, `(n - 1) / ${firsts}`)} || ' ' || ${pick(words.trade, `(n - 1) / ${firsts * seconds}`)} as name
     from generate_series(1, ${customers}) n`,

    `insert into customers (reseller_id, id, name, organisation_type, address1, town_city, post_code, country, domain, contact_email, service_count, created_at)
     select ${reseller}, c.id, c.name || case when o.id is null then '' else ' UK' end, case c.n % 40 when 0 then 'Charity' when 1 then 'Education' else 'Commercial' end,
       (1 + c.n % 180) || ' ' || ${pick(words.second, "c.n * 7")} || ' Road', ${pick(towns, "c.n * 13")},
       'BS' || (1 + c.n % 40) || ' ' || (c.n % 10) || 'AB', 'GB', 'c' || c.n || '.large.example', 'office@c' || c.n || '.large.example',
       ${size.subscriptionsEach}, t.at
     from now_there t, new_customers c left join customers o on o.reseller_id = ${reseller} and lower(o.name) = lower(c.name)`,

    `create temp table new_subscriptions on commit drop as
     select uuidv7() as id, uuidv7() as instance_id, c.id as customer_id, o.*, 1 + (c.n * 31 + k * 17) % 40 as quantity,
       d.day as term_from, (d.day + interval '1 month')::date as period_until,
       least(d.day + interval '9 hours' + make_interval(secs => c.n % 30000), t.at) as began
     from now_there t, new_customers c
     cross join generate_series(0, ${size.subscriptionsEach - 1}) k
     cross join lateral (select greatest(t.first_day, t.last_day - (c.n * 7 + k * 5) % 21) as day) d
     join lateral (
       select f.id as offer_id, f.product_id, f.sku, f.name, f.window_policy_id, f.refund_policy_id, f.term_end_policy_id, (
         select p.cost from prices p join price_lists l on l.id = p.price_list_id
         where p.offer_id = f.id and l.currency = 'GBP' and l.published and l.from_date <= d.day order by l.from_date desc limit 1) as cost
       from offers f where f.id = (${list(offers.join(","))})[1 + (c.n * 7 + k * 3) % ${offers.length}]
     ) o on true`,

    `insert into service_instances (reseller_id, id, customer_id, product_id, status, since, created_at)
     select ${reseller}, instance_id, customer_id, product_id, 'Active', began, began from new_subscriptions`,

    `insert into subscriptions (reseller_id, id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, period_from, period_until, lots, term_end, policy_ids)
     select ${reseller}, id, customer_id, instance_id, product_id, offer_id, sku, name, 'none', 'monthly', 'GBP', cost, quantity, 'active',
       extract(day from term_from), term_from, term_from, period_until,
       jsonb_build_array(jsonb_build_object('quantity', quantity, 'openedAt', ${isoOf("began")}, 'refundableUntil', null)),
       ${asItStands}, ${policyIds} from new_subscriptions`,

    `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     select ${reseller}, id, date_trunc('milliseconds', began), date_trunc('milliseconds', began), 'started', jsonb_build_object(
       'productId', product_id, 'offerId', offer_id, 'sku', sku, 'name', name, 'parentKey', null, 'term', 'none', 'billing', 'monthly',
       'currency', 'GBP', 'unitCost', cost::text, 'customerPrice', null, 'quantity', quantity, 'anchorDay', extract(day from term_from)::int,
       'termFrom', term_from, 'termUntil', null, 'refundableUntil', null, 'termEnd', ${asItStands}, 'policyIds', ${policyIds})
     from new_subscriptions`,

    `insert into charges (reseller_id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from, period_until, due_on,
       quantity, unit_cost, amount_minor, currency, recorded_at)
     select ${reseller}, customer_id, id, product_id, offer_id, 'recurring', name, term_from, period_until, term_from, quantity, cost,
       round(cost * quantity * 100), 'GBP', began from new_subscriptions`,

    `insert into payables
     select owed.* from charges c join new_subscriptions s on s.id = c.subscription_id cross join lateral payable_of(c) owed
     where c.reseller_id = ${reseller}`,
  ];
}

const isoOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const asItStands = `'{"outcome": "renew", "offerId": null, "quantity": null}'::jsonb`;
const policyIds = `jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)`;
