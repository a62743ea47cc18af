import type { Database } from "./database.ts";
import type { SecretKeeper } from "./secrets.ts";
import { listSecrets, replaceSecret, secretColumns } from "./secrets.store.ts";

const first = "00000000-0000-0000-0000-000000000000";
const pageSize = 500;

/** Rewraps every secret under the newest key, page by page while the product runs. Returns how many it rewrapped. */
export async function rotateSecrets(database: Database, secrets: SecretKeeper): Promise<number> {
  let turned = 0;
  for (const place of secretColumns) {
    for (let after: string | undefined = first; after !== undefined;) {
      const start: string = after;
      after = await database.write({ role: "app_identity" }, async (tx) => {
        const rows = await listSecrets(tx, place, start, pageSize);
        for (const { id, owner, sealed } of rows) {
          const { table, column } = place;
          const wrapped = secrets.rewrap(sealed, { owner, table, column, row: id, version: 1 });
          if (wrapped === sealed) continue;
          await replaceSecret(tx, place, { id, before: sealed, after: wrapped });
          turned++;
        }
        return rows.length === pageSize ? rows.at(-1)!.id : undefined;
      });
    }
  }
  return turned;
}
