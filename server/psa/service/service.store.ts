import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type LineRow = {
  id: string;
  name: string;
  company_ref: string | null;
  company: string | null;
  customer_id: string | null;
  customer: string | null;
  agreement_ref: string;
  agreement: string | null;
  quantity: string;
  unit_price: string;
  from_on: CalendarDate | null;
  until_on: CalendarDate | null;
};

/** Lists the lines of a product in the PSA, with the customers that their companies are matched with. */
export async function listLines(
  db: Db,
  { resellerId, source }: { resellerId: string; source: string },
  productRef: string,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.ref as id, l.name, a.company_ref, p.name as company, c.id as customer_id, c.name as customer,
      l.agreement_ref, a.name as agreement, trim_scale(l.quantity)::text as quantity,
      l.unit_price::numeric(14, 2)::text as unit_price, l.from_on, l.until_on
    from psa_lines l
    left join psa_agreements a on a.reseller_id = l.reseller_id and a.ref = l.agreement_ref
    left join psa_companies p on p.reseller_id = l.reseller_id and p.ref = a.company_ref
    left join psa_customer_matches m on m.reseller_id = l.reseller_id and m.source = ${source} and m.company_ref = a.company_ref
    left join customers c on c.reseller_id = m.reseller_id and c.id = m.customer_id
    where l.reseller_id = ${resellerId} and l.product_ref = ${productRef} and l.gone_at is null
    order by lower(coalesce(p.name, '')), l.ref`.execute(db);
  return rows;
}
