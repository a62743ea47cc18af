import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Vendors } from "../../platform/vendors.ts";
import type { Hold } from "./tenant-holds.store.ts";

/** Says why a vendor takes no change of a customer's services, and until when. */
export function holdWords(vendors: Pick<Vendors, "nameOf">, hold: Hold): string {
  const vendor = vendors.nameOf(hold.fulfiller);
  if (hold.state === "moving" || hold.state === "releasing")
    return `${vendor} is moving this customer's services ${hold.direction === "in" ? "from" : "to"} ${hold.partner_name}. They can be changed once that is done.`;
  const latest = hold.until ? `, at the latest on ${formatDate(hold.until.toISOString())}` : "";
  return `${vendor} changes none of this customer's services while their transfer from ${hold.partner_name} is pending, asked for on ${formatDate(hold.created_at.toISOString())}. They can be changed once it is accepted or has ended${latest}, or when you take it back.`;
}

/** Refuses a change that a vendor does not take at the moment. */
export function refuseHeld(vendors: Pick<Vendors, "nameOf">, hold: Hold | undefined): void {
  if (!hold) return;
  throw new AppError("transferPending", { message: holdWords(vendors, hold) });
}
