import type { Orderer } from "./actor.ts";
import type { Db } from "./db.ts";
import { isOn } from "@tradewind/domain/portal/flags.ts";
import { findActingMember, listFlagsOf } from "./members.store.ts";
import { restrictionOf, rightsOf, withoutWholeCompany } from "./sessions.ts";

/**
 * Reads who acts in a job that continues what they began, with the rights that they have now; undefined if they may not
 * act any more. `staff` is whoever was in their session then.
 */
export async function readOrderer(
  db: Db,
  resellerId: string,
  membershipId: string,
  staff: Pick<Orderer, "behind" | "behindId">,
): Promise<Orderer | undefined> {
  const [row, flags] = await Promise.all([findActingMember(db, resellerId, membershipId), listFlagsOf(db, resellerId)]);
  if (!row) return undefined;
  const restriction = restrictionOf(row, membershipId);
  const held = rightsOf(row.views, row.permissions);
  return {
    ...staff,
    kind: row.kind,
    personId: row.person_id,
    displayName: `${row.first_name} ${row.last_name}`.trim(),
    resellerId,
    customerId: row.customer_id,
    restriction,
    self: row.kind === "endUser" ? membershipId : null,
    currency: row.currency,
    hidePricing: row.hide_pricing,
    showOwnPrices: row.show_own_prices,
    rights: (restriction ? withoutWholeCompany(held) : held).rights,
    flags: new Map(flags.map((flag) => [flag.name, isOn(flag, resellerId)])),
  };
}
