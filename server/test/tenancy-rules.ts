import type { Client, Pool } from "pg";
import { globalTables } from "./global-tables.ts";
import { crossTenantIndexes, definerFunctions, keylessTables, ownersViews } from "./tenancy-lists.ts";

type Asks = Pick<Client | Pool, "query">;

const tenantPredicate = "(reseller_id = ( SELECT app_reseller() AS app_reseller))";
const nilReseller = "(reseller_id = '00000000-0000-0000-0000-000000000000'::uuid)";

/** Policies by name: the one role each is for, and its allowed predicates. */
const policies: Record<string, { role: string; predicates: readonly string[] }> = {
  tenant: { role: "app_tenant", predicates: [tenantPredicate] },
  identity: { role: "app_identity", predicates: ["true"] },
  operator: { role: "app_operator", predicates: ["true", nilReseller] },
  worker: { role: "app_worker", predicates: ["true"] },
  reader: { role: "app_events", predicates: ["true"] },
};

const ofOwnCustomers = (column = "customer_id") =>
  `(( SELECT app_every_customer()) OR (${column} IN ( SELECT app_own_customers())))`;
const ofOwnProducts = "(( SELECT app_every_product()) OR (product_id IN ( SELECT app_own_products())))";
/** Rows of no customer or product are everybody's. */
const orOfNone = (rule: string) => rule.replace("(", `((${/\w+_id/.exec(rule)![0]} IS NULL) OR `);
const orElse = (rule: string, more: string) => rule.replace(/\)$/, ` OR ${more})`);
/** What hangs on another row is seen with it. */
function seenWith(table: string, parent: string, key: string, parentKey = "id"): string {
  const [name, alias = name![0]] = parent.split(" ");
  return `(EXISTS ( SELECT FROM ${name} ${alias} WHERE ((${alias}.reseller_id = ${table}.reseller_id) AND (${alias}.${parentKey} = ${table}.${key}))))`;
}

/** Policies that narrow a restricted person's rows, beside those that admit them: the one rule of each. */
const narrowing: Record<string, string> = {
  own_customers: ofOwnCustomers(),
  own_products: ofOwnProducts,
  every_product: "( SELECT app_every_product())",
  own_quotes: "app_sees_quote(quote_id)",
  whole_company: "false",
};
/** Policies that hide rows of a tenant from its own people, since they tell what the operator pays. */
const hiding: Record<string, string> = {
  operators_own: "((account !~~ 'cost:%'::text) AND (account !~~ 'payable:%'::text))",
};
/** Tables on which the rule reads otherwise, with the rule there. */
const narrowedOtherwise: Record<string, string> = {
  "own_customers customers": ofOwnCustomers("id"),
  "own_customers memberships": orOfNone(ofOwnCustomers()),
  "own_customers invitations": orOfNone(ofOwnCustomers()),
  "own_customers price_rules": orOfNone(ofOwnCustomers()),
  "own_products price_rules": orOfNone(ofOwnProducts),
  "own_customers price_rule_history": orOfNone(ofOwnCustomers()),
  "own_products price_rule_history": orOfNone(ofOwnProducts),
  "own_customers notifications": ofOwnCustomers().replace("(", "(((customer_id IS NULL) AND (NOT every_customer)) OR "),
  "own_products notifications": ofOwnProducts.replace("(", "(((product_id IS NULL) AND (NOT every_product)) OR "),
  "own_products tickets": orOfNone(ofOwnProducts),
  "own_customers tickets": orElse(
    ofOwnCustomers(),
    "((customer_id IS NULL) AND (opener_membership_id = ( SELECT app_restricted_to())))",
  ),
  "own_customers ticket_files": orElse(
    orElse(
      `(${seenWith("ticket_files", "ticket_attachments a", "id", "file_id")})`,
      seenWith("ticket_files", "number_port_letters l", "id", "file_id"),
    ),
    "(sent_by = ( SELECT memberships.person_id FROM memberships WHERE ((memberships.reseller_id = ticket_files.reseller_id) AND (memberships.id = ( SELECT app_restricted_to())))))",
  ),
  ...Object.fromEntries(
    ["ticket_messages", "ticket_notes", "ticket_states", "ticket_attachments"].map((table) => [
      `own_customers ${table}`,
      seenWith(table, "tickets", "ticket_id"),
    ]),
  ),
  "own_products azure_budget_steps": seenWith("azure_budget_steps", "azure_budgets b", "budget_id"),
  ...Object.fromEntries(
    ["azure_spend", "azure_charges"].map((table) => [
      `own_products ${table}`,
      seenWith(table, "azure_subscriptions s", "subscription_id"),
    ]),
  ),
  "own_quotes quotes": "((maker_membership_id = ( SELECT app_restricted_to())) AND app_sees_quote(id))",
  ...Object.fromEntries(
    ["quote_links", "quote_documents"].map((table) => [`own_quotes ${table}`, seenWith(table, "quotes", "quote_id")]),
  ),
  "own_products order_lines": seenWith("order_lines", "orders", "order_id"),
  "own_products work_items": seenWith("work_items", "orders", "order_id"),
  "own_products order_notes": seenWith("order_notes", "orders", "order_id"),
  "own_products subscription_history": seenWith("subscription_history", "subscriptions", "subscription_id"),
  "own_products vendor_views": seenWith("vendor_views", "subscriptions", "subscription_id"),
  "own_products activity": `(( SELECT app_every_product()) OR (object_kind <> ALL (ARRAY['service'::text, 'order'::text, 'subscription'::text, 'quote'::text, 'difference'::text, 'intent'::text, 'transfer'::text])) OR ${[
    seenWith("activity", "service_instances i", "object_id"),
    seenWith("activity", "orders", "object_id"),
    seenWith("activity", "subscriptions", "object_id"),
    seenWith("activity", "quotes", "object_id"),
    seenWith("activity", "differences", "object_id"),
    seenWith("activity", "intents n", "object_id"),
  ].join(" OR ")})`,
};
const plain = (predicate: string | null) => predicate?.replaceAll(/ AS \w+/g, "").replaceAll(/\s+/g, " ") ?? null;
const rootPredicate = "(id = ( SELECT app_reseller() AS app_reseller))";

/** Lists every violation of the tenancy rules in the product's schema, one sentence each; empty if there are none. */
export async function findTenancyFaults(db: Asks): Promise<string[]> {
  const faults: string[] = [];
  for (const find of [tables, indexes, foreignKeys, unrooted, policyFaults, rights, code, restrictions])
    faults.push(...(await find(db)));
  return faults;
}

const rowsOf = async <Row extends object>(db: Asks, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await db.query<Row>(text, values)).rows;

const isTenants = (table: string) => !(table in globalTables);

async function tables(db: Asks): Promise<string[]> {
  const rows = await rowsOf<{ table: string; kind: string; owner: string; rls: boolean; tenant: string | null }>(
    db,
    `select c.relname as table, c.relkind as kind, pg_get_userbyid(c.relowner) as owner, c.relrowsecurity as rls,
            (select format_type(a.atttypid, -1) || case when a.attnotnull then ' not null' else '' end
             from pg_attribute a where a.attrelid = c.oid and a.attname = 'reseller_id' and not a.attisdropped) as tenant
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'f')`,
  );
  return rows.flatMap(({ table, kind, owner, rls, tenant }) => [
    ...(owner === "tradewind_owner" ? [] : [`${table} belongs to ${owner} instead of tradewind_owner`]),
    ...(kind === "m" ? [`${table} is a materialised view, which row-level security does not reach`] : []),
    ...(isTenants(table) && kind !== "m" && tenant !== "uuid not null"
      ? [`${table} has no column reseller_id uuid not null; if it is meant for all resellers, list it in globalTables`]
      : []),
    ...((isTenants(table) || table === "resellers") && kind !== "m" && !rls
      ? [`${table} has no row-level security`]
      : []),
  ]);
}

async function indexes(db: Asks): Promise<string[]> {
  const rows = await rowsOf<{ table: string; name: string; first: string; primary: boolean }>(
    db,
    `select c.relname as table, i.relname as name, coalesce(a.attname, '') as first, x.indisprimary as primary
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
     where c.relnamespace = 'public'::regnamespace`,
  );
  const named = await rowsOf<{ table: string }>(
    db,
    `select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const withKey = new Set(rows.filter((row) => row.primary).map((row) => row.table));
  return [
    ...named.filter(({ table }) => !withKey.has(table)).map(({ table }) => `${table} has no primary key`),
    ...rows
      .filter(
        ({ table, name, first }) => isTenants(table) && first !== "reseller_id" && !crossTenantIndexes.includes(name),
      )
      .map(({ table, name }) => `the index ${name} of ${table} is not led by reseller_id`),
  ];
}

/**
 * Checks that keys between tenants' tables include the reseller on both sides: plain keys bypass row-level security.
 */
async function foreignKeys(db: Asks): Promise<string[]> {
  const rows = await rowsOf<{ name: string; from: string; to: string; pairs: string[] }>(
    db,
    `select k.conname as name, f.relname as from, t.relname as to,
            array(select fa.attname || '=' || ta.attname from unnest(k.conkey, k.confkey) as pair (near, far)
                  join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = near
                  join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = far) as pairs
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`,
  );
  return rows.flatMap(({ name, from, to, pairs }) => {
    if (isTenants(to) && !pairs.includes("reseller_id=reseller_id"))
      return [`the foreign key ${name} of ${from} reaches ${to} without the reseller`];
    if (to === "resellers" && isTenants(from) && !pairs.includes("reseller_id=id"))
      return [`the foreign key ${name} of ${from} names a reseller other than its own`];
    return [];
  });
}

/** Checks that every row leads to its reseller by non-null keys, its own or those of its parent rows. */
async function unrooted(db: Asks): Promise<string[]> {
  const rows = await rowsOf<{ table: string }>(
    db,
    `with recursive bound as (
       select k.conrelid as near, k.confrelid as far from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       where k.contype = 'f' group by k.oid having bool_and(a.attnotnull) and bool_or(a.attname = 'reseller_id')
     ), rooted as (
       select 'resellers'::regclass::oid as place union select near from bound join rooted on place = far
     )
     select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'reseller_id' and a.attnotnull
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.oid not in (select place from rooted)`,
  );
  return rows
    .filter(({ table }) => isTenants(table) && !keylessTables.includes(table))
    .map(({ table }) => `no key of ${table} leads to resellers`);
}

async function policyFaults(db: Asks): Promise<string[]> {
  const rows = await rowsOf<{
    table: string;
    policy: string;
    command: string;
    permissive: boolean;
    roles: string[];
    using: string | null;
    check: string | null;
  }>(
    db,
    `select c.relname as table, p.polname as policy, p.polcmd as command, p.polpermissive as permissive,
            array(select case when r = 0 then 'public' else pg_get_userbyid(r)::text end from unnest(p.polroles) r) as roles,
            pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
     from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace`,
  );
  return rows.flatMap(({ table, policy, command, permissive, roles, using, check }) => {
    const where = `the policy ${policy} of ${table}`;
    if (narrowing[policy] && !permissive && roles.join() === "app_restricted") {
      const rule = narrowedOtherwise[`${policy} ${table}`] ?? narrowing[policy];
      return [...new Set([using, check ?? using])]
        .filter((predicate) => plain(predicate) !== rule)
        .map((predicate) => `${where} narrows to ${plain(predicate)} instead of ${rule}`);
    }
    if (hiding[policy] && !permissive && roles.join() === "app_tenant")
      return using === hiding[policy] ? [] : [`${where} hides all but ${using}`];
    const known = policies[policy];
    if (!known) return [`${where} has a name outside the convention`];
    const may = table === "resellers" && policy === "tenant" ? [rootPredicate] : known.predicates;
    const needsCheck = command === "*" && policy === "tenant" && table !== "resellers";
    return [
      ...(roles.join() === known.role && permissive ? [] : [`${where} is for ${roles.join()}, not for ${known.role}`]),
      ...(command === "a" || may.includes(using ?? "") ? [] : [`${where} shows ${using}`]),
      ...(check === null ? (needsCheck || command === "a" ? [`${where} checks nothing`] : []) : []),
      ...(check !== null && !may.includes(check) ? [`${where} lets in ${check}`] : []),
    ];
  });
}

/** Checks that PUBLIC and the two logins hold no rights of their own, and what the tenant role must never do. */
async function rights(db: Asks): Promise<string[]> {
  const granted = await rowsOf<{ table: string; who: string; right: string }>(
    db,
    `select c.relname as table, case when g.grantee = 0 then 'PUBLIC' else pg_get_userbyid(g.grantee)::text end as who, g.privilege_type as right
     from pg_class c, aclexplode(c.relacl) g where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
     union all
     select c.relname || '.' || a.attname, case when g.grantee = 0 then 'PUBLIC' else pg_get_userbyid(g.grantee)::text end, g.privilege_type
     from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g where c.relnamespace = 'public'::regnamespace`,
  );
  const never = ["TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN"];
  const roles = await rowsOf<{ login: string; role: string; super: boolean; bypass: boolean; more: boolean }>(
    db,
    `with recursive reach as (
       select rolname as login, oid from pg_roles where rolname in ('tradewind_web', 'tradewind_worker')
       union select reach.login, m.roleid from reach join pg_auth_members m on m.member = reach.oid)
     select reach.login, r.rolname as role, r.rolsuper as super, r.rolbypassrls as bypass,
            r.rolcreaterole or r.rolcreatedb or r.rolreplication as more
     from reach join pg_roles r using (oid)`,
  );
  const owner = await rowsOf<{ login: boolean }>(
    db,
    "select rolcanlogin as login from pg_roles where rolname = 'tradewind_owner'",
  );
  const reaches = (login: string, role: string) => roles.some((row) => row.login === login && row.role === role);
  return [
    ...granted
      .filter(({ who, right }) => who === "PUBLIC" || who.startsWith("tradewind_w") || never.includes(right))
      .map(({ table, who, right }) => `${who} has ${right} on ${table}`),
    ...roles
      .filter((row) => row.super || row.bypass || row.more || row.role === "tradewind_owner")
      .map((row) => `${row.login} can become ${row.role}, which may more than the product needs`),
    ...(reaches("tradewind_web", "app_worker")
      ? ["tradewind_web can become app_worker, which sees every reseller"]
      : []),
    ...(owner[0]?.login === false ? [] : ["tradewind_owner can log in"]),
  ];
}

/** Checks views and functions with their owner's rights. */
async function code(db: Asks): Promise<string[]> {
  const views = await rowsOf<{ view: string; body: string; invoker: boolean }>(
    db,
    `select relname as view, pg_get_viewdef(oid) as body,
            coalesce('security_invoker=true' = any(reloptions), false) as invoker
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
  );
  const functions = await rowsOf<{ name: string; settings: string[] | null; result: string; everybodys: boolean }>(
    db,
    `select proname as name, proconfig as settings, format_type(prorettype, -1) as result,
            has_function_privilege('public', oid, 'execute') as everybodys from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef`,
  );
  return [
    ...views.flatMap(({ view, body, invoker }) => {
      if (invoker) return [];
      if (!ownersViews.includes(view)) return [`the view ${view} runs with its owner's rights`];
      return boundToTenant(body) ? [] : [`the owner's view ${view} is not bound to the reseller of the transaction`];
    }),
    ...functions.flatMap(({ name, settings, result, everybodys }) => [
      ...(definerFunctions.includes(name) ? [] : [`the function ${name} runs with its owner's rights`]),
      ...(settings?.includes("search_path=public") ? [] : [`the function ${name} has no fixed search_path`]),
      ...(result === "trigger" || !everybodys
        ? []
        : [`the function ${name} runs with its owner's rights and can be called by anybody`]),
    ]),
  ];
}

/** What reads who looks after which customers; all else builds on these. The view is a search's, for its speed. */
const readersOfRestrictions: readonly string[] = [
  "function customers_of(uuid,uuid)",
  "rule _RETURN on view own_customer_search",
];

/** Checks that nothing else of the database reads the table. */
async function restrictions(db: Asks): Promise<string[]> {
  const rows = await rowsOf<{ what: string }>(
    db,
    `select distinct pg_describe_object(classid, objid, 0) as what from pg_depend
     where refobjid = 'membership_customers'::regclass and classid in ('pg_proc'::regclass, 'pg_rewrite'::regclass)`,
  );
  return rows
    .filter(({ what }) => !readersOfRestrictions.includes(what))
    .map(({ what }) => `the ${what} reads membership_customers instead of customers_of`);
}

/** Requires one plain WHERE whose first condition is the reseller's: no `or`, and no union that could bypass it. */
const boundToTenant = (body: string) =>
  /WHERE \(*(?:\w+\.)?reseller_id = \( SELECT (app_reseller|app_searching_reseller)\(\) AS \1\)\)/.test(body) &&
  !/\b(OR|UNION)\b/.test(body);
