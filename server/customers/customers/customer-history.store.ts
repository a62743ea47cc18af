import type { Db } from "../../platform/db.ts";
import { detailColumns } from "./customers.store.ts";

const columns = [
  "id",
  "recorded_at",
  "name",
  "organisation_type",
  "status",
  "suspended_at",
  "country",
  ...Object.values(detailColumns),
] as const;

const historyOf = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("customer_history")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .select(columns)
    .orderBy("recorded_at", "desc")
    .orderBy("id", "desc");

/** Finds what was known of a customer at a moment; undefined before anything was. */
export const findRecorded = (db: Db, resellerId: string, customerId: string, moment: Date) =>
  historyOf(db, resellerId, customerId).where("recorded_at", "<=", moment).limit(1).executeTakeFirst();

/** Lists what was recorded of a customer after a moment, the latest first. */
export const listRecordedSince = (db: Db, resellerId: string, customerId: string, moment: Date, most: number) =>
  historyOf(db, resellerId, customerId).where("recorded_at", ">", moment).limit(most).execute();

export type RecordedCustomer = NonNullable<Awaited<ReturnType<typeof findRecorded>>>;
