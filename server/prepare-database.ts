import { vendors as ours } from "@tradewind/vendors/index.ts";
import type { Vendor } from "@tradewind/vendors/vendor.ts";
import pg from "pg";
import { loadAgreements } from "./catalogue/agreement-texts/agreement-texts.store.ts";
import { loadCatalogue } from "./catalogue/catalogue-data/catalogue-data.store.ts";
import { loadForms } from "./ordering/forms/form-data.store.ts";
import { migrate } from "./platform/migrate.ts";

/** Migrates the database at `adminUrl` and updates the catalogue and agreements the product ships. */
export async function prepareDatabase(adminUrl: string, vendors: readonly Vendor[] = ours): Promise<{ ran: string[] }> {
  const outcome = await migrate(adminUrl);
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: "tradewind-catalogue",
    options: "-c timezone=UTC",
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [727_101]);
    await client.query("set role tradewind_owner");
    await client.query("begin");
    await loadForms(client, vendors);
    await loadCatalogue(client, vendors);
    await loadAgreements(
      client,
      vendors.flatMap(({ catalogue }) => catalogue.agreements ?? []),
    );
    await client.query("commit");
    return outcome;
  } finally {
    await client.end();
  }
}
