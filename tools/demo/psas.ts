import { setTimeout as pause } from "node:timers/promises";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import type pg from "pg";
import type { Caller } from "./portal.ts";
import type { Cast } from "./teller.ts";

type Body = NonNullable<SentOf<typeof psa.updateSettings>["body"]>;
const patience = 60_000;

/**
 * Turns on the PSA pages, connects Harbour IT to ConnectWise and Liffey Cloud to Autotask, reads both once, and has
 * Harbour IT match some of what it has.
 */
export async function connectPsas(
  database: pg.Pool,
  { resellers }: Cast,
  { connectwise, autotask }: { connectwise: string | undefined; autotask: string | undefined },
): Promise<void> {
  await database.query(
    "update feature_flags set enabled = true where name in ('PSAScreenOverview', 'UseNewPSAService', 'PSADataCaching', 'PSA-V2')",
  );
  const keys = { user: "api@portal.example", secret: crypto.randomUUID(), clientId: crypto.randomUUID() };
  const shared = { keys, defaultAgreementType: "Recurring", enabled: true };
  if (connectwise) {
    const place = { type: psaTypes.connectWise, address: connectwise, company: "harbour" };
    await connect(resellers.harbour.reseller, { ...shared, ...place });
    await matchSome(resellers.harbour.reseller);
  }
  if (autotask) {
    await connect(resellers.liffey.reseller, { ...shared, type: psaTypes.autoTask, address: autotask, company: "" });
    await matchAzure(database);
  }
}

/** Matches the customer who has Azure, so that its last month can be charged in Autotask. */
async function matchAzure(database: pg.Pool): Promise<void> {
  await database.query(
    `with azure as (
       insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
       select c.reseller_id, c.source, 'azure-plan', p.ref, false
       from psa_connections c join psa_products p on p.reseller_id = c.reseller_id and p.name = 'Microsoft Azure'
       where c.type = $1 on conflict do nothing)
     insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
     select c.reseller_id, c.source, o.id, p.ref, false
     from psa_connections c
       join customers o on o.reseller_id = c.reseller_id and o.name = 'Ardmore Distillers'
       join psa_companies p on p.reseller_id = c.reseller_id and p.name = 'Ardmore Distillers Ltd'
     where c.type = $1 on conflict do nothing`,
    [psaTypes.autoTask],
  );
}

async function connect(reseller: Caller, body: Body): Promise<void> {
  await reseller.call(psa.updateSettings, { body });
  await reseller.call(psa.refreshAll);
  for (const until = performance.now() + patience; performance.now() < until; await pause(100)) {
    const { response } = await reseller.call(psa.syncStatus);
    const status = response.find(({ kind }) => kind === "all")!.status;
    if (status === "Completed") return;
    if (status === "Failed") break;
  }
  throw new Error("A PSA could not be read.");
}

/** Accepts some of what is suggested, and leaves the rest to try. */
async function matchSome({ call }: Caller): Promise<void> {
  const customers = new Map((await call(psa.customerSuggestions)).response.slice(0, 5).map((each) => [each.id, each]));
  const services = new Map((await call(psa.serviceSuggestions)).response.slice(0, 2).map((each) => [each.id, each]));
  const ignored = "Penhallow Gallery";
  const [rows, offered, sold, catalogue] = [
    (await call(psa.customerMappings)).response,
    (await call(psa.serviceMappings)).response,
    (await call(psa.productMappings)).response,
    (await call(psa.products)).response,
  ];
  await call(psa.updateCustomerMappings, {
    body: {
      mappings: rows
        .filter(({ id, name }) => customers.has(id) || name === ignored)
        .map((row) => ({
          ...row,
          selectedOption: customers.get(row.id)?.option ?? null,
          ignored: row.name === ignored,
        })),
    },
  });
  await call(psa.updateServiceMappings, {
    body: {
      mappings: offered
        .filter(({ id }) => services.has(id))
        .map((row) => ({ ...row, selectedOption: services.get(row.id)!.option })),
    },
  });
  // Parts of one product, as in “Backup: servers”, are billed as that product.
  const partsOf = catalogue.flatMap(({ id, name }) =>
    sold.filter((row) => row.name.startsWith(`${name}: `)).map((row) => ({ ...row, selectedOption: { id, name } })),
  );
  await call(psa.updateProductMappings, { body: { mappings: partsOf } });
}
