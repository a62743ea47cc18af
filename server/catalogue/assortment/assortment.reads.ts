import type { AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { shippedOrder, toFeatures, toPicture, toPlans, toWithdrawal, toWords } from "./assortment-wire.ts";
import { findProduct, listOffers } from "./assortment.store.ts";
import { findWithdrawal } from "./withdrawals.store.ts";

/** All that is said of a product beside what the release says. */
export async function readProduct(
  db: Db,
  vendors: Vendors,
  productId: string,
  today: string,
): Promise<AssortedProduct> {
  const [found, withdrawal, offers] = await Promise.all([
    findProduct(db, productId),
    findWithdrawal(db, { productId, offerId: null }),
    listOffers(db, productId, today),
  ]);
  const row = orNotFound(found);
  const { shipped, own } = row;
  return {
    ProductId: row.id,
    Version: row.version,
    ChangedAt: row.changed_at?.toISOString() ?? null,
    Vendor: row.vendor,
    Icon: row.icon,
    ...toPicture(row),
    IsShown: !row.hidden,
    Withdrawal: withdrawal ? toWithdrawal(withdrawal) : null,
    Customers: row.customers,
    Words: toWords({ ...shipped, ...own }),
    ShippedWords: toWords(shipped),
    Plans: toPlans(offers, shipped),
    ShippedOrder: shippedOrder(shipped),
    Features: toFeatures(own.features ?? shipped.features),
    ShippedFeatures: toFeatures(shipped.features),
    Fixed: {
      ProvidedBy: row.provider,
      AgreementServiceId: row.agreement_service_id,
      ChargingModel: row.charging_model,
      OrderLimit: row.cardinality,
      Level: row.level,
      OrderForm: row.order_form,
      LeadDays: vendors.can(row.fulfiller, "isPeople") ? row.lead_days : null,
      FeatureFlag: row.feature_flag,
      IsManagedElsewhere: row.managed_elsewhere,
    },
  };
}
