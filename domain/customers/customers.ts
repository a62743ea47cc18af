import { accept, refuse, type Decision } from "../values/decision.ts";

export const customerStatuses = ["Active", "Suspended"] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

export const customerNameLength = 100;

/**
 * Allowed customer names: letters of any language and digits, dash, whitespace and dot as in every alphanumeric field
 * (FORM-13), plus the punctuation of real company names: apostrophe, ampersand, comma, brackets, slash and plus.
 */
export const customerNamePattern = /^[\p{L}\p{M}\p{N}\s.,'’&()/+-]+$/u;

export const isCustomerName = (name: string): boolean =>
  name.trim().length > 0 && name.trim().length <= customerNameLength && customerNamePattern.test(name);

export const suspend = (status: CustomerStatus): Decision<CustomerStatus> =>
  status === "Suspended" ? refuse("customerAlreadySuspended") : accept("Suspended");

export const reactivate = (status: CustomerStatus): Decision<CustomerStatus> =>
  status === "Active" ? refuse("customerNotSuspended") : accept("Active");

/** A suspended customer's services cannot change until it is reactivated. */
export const mayChangeServices = (status: CustomerStatus): Decision<true> =>
  status === "Suspended" ? refuse("customerSuspended") : accept(true);
