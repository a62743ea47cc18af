import pg from "pg";
import { loadAgreements } from "./catalogue/agreement-texts/agreement-texts.store.ts";
import { loadCatalogue } from "./catalogue/catalogue-data/catalogue-data.store.ts";
import { migrate } from "./platform/migrate.ts";

/** Migrates the database at `adminUrl` and brings what the product itself ships, its catalogue and agreements, up to this version. */
export async function prepareDatabase(adminUrl: string): Promise<{ ran: string[] }> {
  const outcome = await migrate(adminUrl);
  const client = new pg.Client({ connectionString: adminUrl, application_name: "tradewind-catalogue" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [727_101]);
    await client.query("set role tradewind_owner");
    await loadCatalogue(client);
    await loadAgreements(client);
    return outcome;
  } finally {
    await client.end();
  }
}
