import { sql } from "kysely";

/** The unit of an offer, `o`, in which a charge counts: what meters of Azure count are no units of the plan. */
export const unitOf = (measured: string, resellerId: string, chargeId: string) =>
  sql<string | null>`case when ${sql.ref(measured)} is null or not exists (
    select from azure_charges a where a.reseller_id = ${sql.ref(resellerId)} and a.charge_id = ${sql.ref(chargeId)}) then o.unit end`;
