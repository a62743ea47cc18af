import { ukVatRates, vatTreatment } from "@tradewind/domain/billing/vat.ts";
import { goodVatNumber } from "@tradewind/domain/values/vat-numbers.ts";
import type { PricingContext } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/**
 * Finds how a reseller's purchases are taxed (our UK company sells; the reseller's country and a good VAT number decide) and
 * which version of the catalogue applies.
 */
export async function findPricingBasis(
  db: Db,
  resellerId: string,
): Promise<{ vat: PricingContext["vat"]; version: string; isAddressed: boolean }> {
  const reseller = await db
    .selectFrom("resellers")
    .where("id", "=", resellerId)
    .select((select) => [
      "country",
      "vat_number",
      select.selectFrom("catalogue_version").select("version").$asScalar().$notNull().as("version"),
      // Whoever was charged before orders on, and is told under My business.
      sql<boolean>`(address1 <> '' and town_city <> '' and post_code <> ''
        or exists (select from charges c where c.reseller_id = resellers.id))`.as("is_addressed"),
    ])
    .executeTakeFirstOrThrow();
  const treatment = vatTreatment(
    { country: "GB", vatNumber: null },
    { country: reseller.country, vatNumber: goodVatNumber(reseller.vat_number, reseller.country) },
  );
  return { vat: { treatment, rates: ukVatRates }, version: reseller.version, isAddressed: reseller.is_addressed };
}
