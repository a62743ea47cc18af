import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { azureRoute, namesOf, noGroup, usualIfExceeded } from "@tradewind/domain/ordering/azure-spend.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format, times, type Currency } from "@tradewind/domain/values/money.ts";
import type { Tx } from "../../platform/db.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findCause, listLikeDays, markTold, type SpendTenant } from "./read-spend.store.ts";

/** Days after one, of which those until another are told in full. */
type News = { tenant: SpendTenant; id: string; after: CalendarDate; until: CalendarDate };

/** Tells the reseller's people of days that are far above their like as soon as they land, with what caused it. */
export async function tellOfUnusualDays(
  tx: Tx,
  { tenant, id, after, until }: News,
  currency: Currency,
  now: Date,
): Promise<void> {
  const { reseller_id: resellerId, customer_id: customerId, product_id: productId } = tenant;
  const minorOf = (price: string) => times(price, 1, currency).minor;
  for (const { day, price, alike } of await listLikeDays(tx, { resellerId, id }, after)) {
    const minor = minorOf(price);
    const usual = usualIfExceeded(minor, alike.map(minorOf));
    if (usual === undefined || !(await markTold(tx, { resellerId, id }, day))) continue;
    const { customer, subscription, ...cause } = await findCause(tx, { resellerId, id }, day);
    const [name] = namesOf([cause], "resource");
    const [spent, before] = [minor, usual].map((each) => format({ minor: each, currency }));
    await notify(tx, {
      resellerId,
      category: "Orders",
      content: `Azure of ${customer}, ${subscription}, cost ${spent} ${day > until ? "so far " : ""}on ${formatDate(day)}, where such a day costs ${before}. Most of it comes from ${name} in ${cause.group || noGroup.toLowerCase()}.`,
      link: linkTo(screens.manageService, { ctx: customerId, name: azureRoute }),
      view: "customers",
      kinds: ["reseller", "engineer"],
      customerId,
      productId,
      now,
    });
  }
}
