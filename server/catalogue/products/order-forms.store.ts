import type { DynamicForm } from "@tradewind/contract/catalogue/forms.ts";
import type { Db } from "../../platform/db.ts";

export async function findDynamicForm(db: Db, id: string): Promise<DynamicForm | undefined> {
  const row = await db.selectFrom("dynamic_forms").where("id", "=", id).select("fields").executeTakeFirst();
  return row && { Fields: row.fields };
}

export async function listDynamicForms(db: Db): Promise<ReadonlyMap<string, DynamicForm>> {
  const rows = await db.selectFrom("dynamic_forms").selectAll().execute();
  return new Map(rows.map(({ id, fields }) => [id, { Fields: fields }]));
}
