/** Gives Harbour IT's PSA agreements of customers whose licences moved this month, and matches these customers. */
import type pg from "pg";

const from = { startDate: "2026-01-01T00:00:00Z", noEndingDateFlag: true, cancelledFlag: false };
const agreement = { name: "Cloud services", type: { id: 4, name: "Recurring" }, agreementStatus: "Active", ...from };
const line = { lessIncluded: 0, billCustomer: "Billable", effectiveDate: from.startDate, cancelledDate: null };

/** Rows of the PSA, by list; the second company's month is invoiced already. */
const rows = (nextInvoiceDate: string) =>
  [
    [
      "catalog",
      {
        id: 90,
        identifier: "M365-E3",
        description: "Microsoft 365 E3",
        inactiveFlag: false,
        price: 31.2,
        cost: 25,
        recurringFlag: true,
      },
    ],
    [
      "companies",
      { id: 280, identifier: "LanternStreet", name: "Lantern Street Theatre", website: null, deletedFlag: false },
    ],
    [
      "companies",
      { id: 281, identifier: "WyvernLogistics", name: "Wyvern Logistics", website: null, deletedFlag: false },
    ],
    ["agreements", { ...agreement, id: 40, company: { id: 280, name: "Lantern Street Theatre" } }],
    ["agreements", { ...agreement, id: 41, company: { id: 281, name: "Wyvern Logistics" }, nextInvoiceDate }],
    [
      "additions",
      {
        ...line,
        id: 1100,
        agreementId: 40,
        product: { id: 77, identifier: "M365-BP" },
        description: "Microsoft 365 Business Premium",
        quantity: 14,
        unitPrice: 18.1,
      },
    ],
    [
      "additions",
      {
        ...line,
        id: 1101,
        agreementId: 41,
        product: { id: 90, identifier: "M365-E3" },
        description: "Microsoft 365 E3",
        quantity: 27,
        unitPrice: 31.2,
      },
    ],
  ] as const;

export async function agreeInPsa(connectwise: string, nextMonth: string): Promise<void> {
  for (const [list, values] of rows(`${nextMonth}T00:00:00Z`))
    await fetch(`${connectwise}/__sim/act`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ action: "set", list, id: values.id, values }),
    });
}

export async function matchMoved(database: pg.Pool, resellerId: string): Promise<void> {
  await database.query(
    `insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
     select k.reseller_id, k.source, c.id, m.ref, false from psa_connections k
     join customers c on c.reseller_id = k.reseller_id
     join (values ('Acme Dental', '250'), ('Lantern Street Theatre', '280'), ('Wyvern Logistics', '281')) m (name, ref) on m.name = c.name
     where k.reseller_id = $1 on conflict do nothing`,
    [resellerId],
  );
  await database.query(
    `insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
     select k.reseller_id, k.source, m.sku, m.ref, false from psa_connections k,
       (values ('CFQ7TTC0LCHC:0002', '77'), ('CFQ7TTC0LFLX:0001', '90')) m (sku, ref)
     where k.reseller_id = $1 on conflict do nothing`,
    [resellerId],
  );
}
