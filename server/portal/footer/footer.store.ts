import type { OptOut } from "@tradewind/domain/portal/footer.ts";
import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { FooterButtons } from "../../platform/schema.gen.ts";

export async function listButtons(db: Db) {
  const rows = await db.selectFrom("footer_buttons").selectAll().orderBy("position").execute();
  return rows.map(({ part, label, link, policy }) => ({
    Group: part,
    Label: label,
    Link: link,
    Policy: policy,
  }));
}

/** One at a time: the second caller replaces what the first wrote. */
export async function replaceButtons(tx: Tx, buttons: readonly Insertable<FooterButtons>[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('footer'))`.execute(tx);
  await tx.deleteFrom("footer_buttons").execute();
  if (buttons.length > 0)
    await tx
      .insertInto("footer_buttons")
      .values([...buttons])
      .execute();
}

export async function listOptOuts(db: Db, personId: string): Promise<OptOut[]> {
  const rows = await db.selectFrom("opt_outs").where("person_id", "=", personId).select("kind").execute();
  return rows.map(({ kind }) => kind);
}

/** Replaces the person's opt-outs. */
export async function setOptOuts(tx: Tx, personId: string, kinds: readonly OptOut[]): Promise<void> {
  await sql`
    with gone as (delete from opt_outs where person_id = ${personId} and kind <> all(${[...kinds]}::text[]))
    insert into opt_outs (person_id, kind) select ${personId}, unnest(${[...kinds]}::text[]) on conflict do nothing`.execute(
    tx,
  );
}
