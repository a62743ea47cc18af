import { createHash } from "node:crypto";
import type { AgreementText } from "@tradewind/vendors/catalogue-data.ts";
import type pg from "pg";
import { generalAgreement } from "./general.data.ts";

const hashOf = ({ title, version, sections }: AgreementText) =>
  createHash("sha256")
    .update(JSON.stringify([title, version, sections]))
    .digest("hex");

/**
 * Adds this version's agreements that the database lacks. Existing ones stay unchanged: a changed text is a new
 * version.
 */
export async function loadAgreements(owner: pg.ClientBase, ofVendors: readonly AgreementText[]): Promise<void> {
  const texts = [...ofVendors, generalAgreement];
  await owner.query(
    `insert into agreements (id, version, title, summary, service_ids, sections, text_hash)
     select id, version, title, summary, service_ids, sections, text_hash
     from jsonb_to_recordset($1) as new (id text, version int, title text, summary text, service_ids int[], sections jsonb, text_hash text)
     on conflict (id, version) do nothing`,
    [JSON.stringify(texts.map((text) => ({ ...text, service_ids: text.serviceIds, text_hash: hashOf(text) })))],
  );
}
