/** Writes `server/platform/schema.gen.ts`: the type of every table and view, read from a freshly migrated database. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrate } from "@tradewind/server/platform/migrate.ts";
import pg from "pg";
import { startEmbedded } from "./embedded-postgres.ts";

const target = path.join(import.meta.dirname, "..", "server", "platform", "schema.gen.ts");

const scalar: Record<string, string> = {
  uuid: "string",
  text: "string",
  date: "string",
  numeric: "string",
  xid8: "string",
  bool: "boolean",
  int2: "number",
  int4: "number",
  int8: "bigint",
  int8range: "string",
  timestamptz: "Date",
  bytea: "Buffer",
  jsonb: "unknown",
  tsvector: "string",
};

/** What columns hold that the database only knows as JSON or text, and where its type is. */
const held: Record<string, { type: string; from?: string }> = {
  "agreements.sections": { type: "AgreementSection[]", from: "domain/catalogue/agreements.ts" },
  "dynamic_forms.fields": { type: 'DynamicForm["Fields"]', from: "contract/catalogue/forms.ts" },
  "intents.wish": { type: "Wish", from: "domain/ordering/intents.ts" },
  "download_guids.options": { type: "AccountingOptions", from: "domain/billing/accounting-exports.ts" },
  "invoices.buyer": { type: "Buyer", from: "domain/billing/parties.ts" },
  "invoices.seller": { type: "Seller", from: "domain/billing/parties.ts" },
  "offers.attributes": { type: "Attribute[]", from: "vendors/catalogue-data.ts" },
  "offers.meters": { type: "MeterData[]", from: "vendors/catalogue-data.ts" },
  "offers.resources": { type: "ResourceData[]", from: "vendors/catalogue-data.ts" },
  "order_lines.attributes": { type: "Attributes", from: "domain/pricing/pricing-types.ts" },
  "orders.delivery": { type: "WireDelivery", from: "contract/ordering/hardware-order.ts" },
  "orders.details": { type: "PopupData", from: "contract/catalogue/forms.ts" },
  "orders.memo": { type: "Record<string, string>" },
  "orders.vendor_references": { type: "Reference[]", from: "vendors/vendor.ts" },
  "orders.proposal": { type: "WireProposal", from: "contract/ordering/orders.ts" },
  "policies.value": { type: "Policy", from: "domain/pricing/policies.ts" },
  "product_pages.documents": { type: "PageDocument[]", from: "domain/catalogue/product-page.ts" },
  "product_pages.features": { type: "PageFeature[]", from: "domain/catalogue/product-page.ts" },
  "product_pages.fit": { type: "Fit", from: "domain/catalogue/product-page.ts" },
  "product_pages.goes_with": { type: "GoesWith[]", from: "domain/catalogue/product-page.ts" },
  "product_words.own": { type: "OwnWords", from: "domain/catalogue/product-words.ts" },
  "product_words.shipped": { type: "ShippedWords", from: "domain/catalogue/product-words.ts" },
  "memberships.portals": { type: "CustomerPortal[]", from: "domain/portal/partner-systems.ts" },
  "psa_writes.report": { type: "PsaReport", from: "domain/psa/writes.ts" },
  "psa_writes.state": { type: "WriteState", from: "domain/psa/writes.ts" },
  "psa_connections.type": { type: "PsaType", from: "domain/psa/sync.ts" },
  "resellers.partner_systems": { type: "LinkedSystem[]", from: "domain/portal/partner-systems.ts" },
  "resources.attributes": { type: "Attributes", from: "domain/pricing/pricing-types.ts" },
  "service_actions.schema": { type: "KeptSchema", from: "contract/catalogue/forms.ts" },
  "service_instances.details": { type: "PopupData", from: "contract/catalogue/forms.ts" },
  "sign_in_rules.listed": { type: "ListedAddress[]", from: "domain/access/sign-in-rules.ts" },
  "subscriptions.attributes": { type: "Attributes", from: "domain/pricing/pricing-types.ts" },
  "subscriptions.lots": { type: "Lot[]", from: "domain/pricing/pricing-types.ts" },
  "subscriptions.policy_ids": { type: "PolicyIds", from: "domain/pricing/policies.ts" },
  "subscriptions.term_end": { type: "TermEnd", from: "domain/pricing/pricing-types.ts" },
  "tenant_requests.links": { type: 'Invitation["links"]', from: "vendors/invitations.ts" },
  "differences.facts": { type: "SeenUnordered", from: "domain/ordering/adoption.ts" },
  "vendor_views.facts": { type: "Seen", from: "vendors/vendor.ts" },
  "webhook_inbox.headers": { type: "Record<string, string>" },
  "work_items.task": { type: "FulfilTask", from: "vendors/vendor.ts" },
};
const imports = [...Map.groupBy(Object.values(held), ({ from }) => from)].flatMap(([from, of]) =>
  from === undefined
    ? []
    : [
        `import type { ${[...new Set(of.map(({ type }) => /^\w+/.exec(type)![0]))].join(", ")} } from "@tradewind/${from}";`,
      ],
);

function typeOf(name: string): string {
  const single = scalar[name.replace(/^_/, "")];
  if (!single) throw new Error(`No TypeScript type for the column type ${name}`);
  return name.startsWith("_") ? `${single}[]` : single;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-schema-"));
const postgres = await startEmbedded(path.join(folder, "postgres"), { fsync: false });
try {
  await migrate(postgres.url);
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query<{
    table: string;
    column: string;
    type: string;
    nullable: boolean;
    filled: boolean;
    view: boolean;
  }>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull and c.relkind = 'r' as nullable,
           a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as filled, c.relkind = 'v' as view
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') order by c.relname, a.attnum`);
  const { rows: uses } = await client.query<{ view: string; table: string; column: string }>(
    "select view_name as view, table_name as table, column_name as column from information_schema.view_column_usage",
  );
  // A view's column may be null if the table's column of the same name may be: our views rename nothing.
  const nullable = new Set(rows.filter((row) => row.nullable).map((row) => `${row.table}.${row.column}`));
  const mayBeNull = (view: string, column: string) =>
    uses.some((use) => use.view === view && use.column === column && nullable.has(`${use.table}.${column}`));
  const { rows: checks } = await client.query<{ table: string; column: string; rule: string }>(`
    select conrelid::regclass::text as table, a.attname as column, pg_get_constraintdef(k.oid) as rule
    from pg_constraint k join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1`);
  // Type a text column as a union if its check lists the allowed values.
  const unions = new Map<string, string>();
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check.rule)?.[1];
    if (list)
      unions.set(
        `${check.table}.${check.column}`,
        [...list.matchAll(/'([^']+)'::text/g)].map((value) => `"${value[1]}"`).join(" | "),
      );
  }
  const sourceOf = (row: { table: string; column: string; view: boolean }) =>
    row.view
      ? uses
          .filter((use) => use.view === row.table && use.column === row.column)
          .map((use) => `${use.table}.${use.column}`)[0]
      : `${row.table}.${row.column}`;
  const tables = new Map<string, string[]>();
  for (const row of rows) {
    const base =
      (held[`${row.table}.${row.column}`]?.type ?? unions.get(sourceOf(row) ?? "") ?? typeOf(row.type)) +
      (row.nullable || (row.view && mayBeNull(row.table, row.column)) ? " | null" : "");
    const lines = tables.get(row.table) ?? tables.set(row.table, []).get(row.table)!;
    const json = row.type === "jsonb" && !row.view ? held[`${row.table}.${row.column}`] : undefined;
    const type = json
      ? `Json<${json.type}${row.nullable ? " | null" : ""}>`
      : row.filled && !row.view
        ? `Generated<${base}>`
        : base;
    lines.push(`  ${row.column}: ${type};`);
  }
  await client.end();
  const name = (table: string) => table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  const body = [...tables]
    .map(([table, lines]) => `export type ${name(table)} = {\n${lines.join("\n")}\n};`)
    .join("\n");
  const all = [...tables.keys()].map((table) => `  ${table}: ${name(table)};`).join("\n");
  fs.writeFileSync(
    target,
    `/** Made by tools/generate-schema.ts from the migrations; not edited by hand. */\nimport type { ColumnType, Generated } from "kysely";\n${imports.toSorted().join("\n")}\n\n/** Read as what it holds; written as JSON or as what becomes JSON. */\ntype Json<T> = ColumnType<T, unknown, unknown>;\n\n${body}\nexport type Schema = {\n${all}\n};\n`,
  );
} finally {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
