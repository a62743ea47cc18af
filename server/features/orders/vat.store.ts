import { ukVatRates, vatTreatment } from "@tradewind/domain/vat.ts";
import type { RatingContext } from "@tradewind/domain/rating-types.ts";
import type { Db } from "../../platform/db.ts";

/** How a reseller's purchases are taxed: our UK company sells, the reseller's country and VAT number decide. */
export async function findVatContext(db: Db, resellerId: string): Promise<RatingContext["vat"]> {
  const reseller = await db
    .selectFrom("resellers")
    .where("id", "=", resellerId)
    .select(["country", "vat_number"])
    .executeTakeFirstOrThrow();
  const treatment = vatTreatment(
    { country: "GB", vatNumber: null },
    { country: reseller.country, vatNumber: reseller.vat_number },
  );
  return { treatment, rates: ukVatRates };
}
