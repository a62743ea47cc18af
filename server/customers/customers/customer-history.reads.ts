import type { CustomerStanding } from "@tradewind/contract/customers/customers.ts";
import { customerDetails, eachDetail, type CustomerDetail } from "@tradewind/domain/customers/customers.ts";
import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import type { Instant } from "@tradewind/domain/values/dates.ts";
import type { Db } from "../../platform/db.ts";
import { findRecorded, listRecordedSince, type RecordedCustomer } from "./customer-history.store.ts";
import { detailColumns, type CustomerDetailRow } from "./customers.store.ts";

const toCustomerStanding = (row: RecordedCustomer | CustomerDetailRow): CustomerStanding => ({
  Name: row.name,
  Status: row.status,
  OrganisationType: row.organisation_type,
  ...eachDetail((name) => row[detailColumns[name]]),
  Country: row.country,
  SuspendedAt: row.suspended_at?.toISOString() ?? null,
});

/** Says what became of a customer's details; a first row says only that they are kept from there on. */
function changeWords(after: RecordedCustomer, before: RecordedCustomer | undefined): string {
  if (!before) return "Recorded for the first time";
  const changes: [string, string | null, string | null][] = [
    ["Name", before.name, after.name],
    ["Organisation type", before.organisation_type, after.organisation_type],
    ["Status", before.status, after.status],
    ...Object.entries(detailColumns).map(([name, column]): [string, string | null, string | null] => [
      customerDetails[name as CustomerDetail].label,
      before[column],
      after[column],
    ]),
    ["Country", nameOfCountry(before.country), nameOfCountry(after.country)],
  ];
  return changes
    .filter(([, was, is]) => was !== is)
    .map(([label, , is]) => `${label} is now ${is ?? "empty"}`)
    .join(", ");
}

/** Reads what was known of a customer itself at a moment, what is known now, and what changed since, the latest first. */
export async function readCustomerAsOf(
  db: Db,
  resellerId: string,
  customer: CustomerDetailRow,
  moment: Instant,
  most: number,
) {
  const [then, since] = await Promise.all([
    findRecorded(db, resellerId, customer.id, new Date(moment)),
    listRecordedSince(db, resellerId, customer.id, new Date(moment), most + 1),
  ]);
  const rows = then ? [...since, then] : since;
  return {
    details: { Then: then ? toCustomerStanding(then) : null, Now: toCustomerStanding(customer) },
    changes: since.slice(0, most).map((row, at) => ({
      Id: row.id,
      SubscriptionName: null,
      EffectiveAt: row.recorded_at.toISOString(),
      RecordedAt: row.recorded_at.toISOString(),
      Kind: "details",
      Text: changeWords(row, rows[at + 1]),
    })),
  };
}
