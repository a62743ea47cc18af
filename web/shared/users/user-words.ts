import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { User } from "@tradewind/contract/access/users.ts";

export const kindWords: Record<User["Kind"], string> = {
  reseller: "Reseller",
  engineer: "Engineer",
  endUserAdmin: "Customer admin",
  endUser: "End user",
};

export const userAddress = (id: string): string => linkTo(screens.user, { userId: id });
/** Sessions of single sign-on have an address of their own for it. */
export const rolesAddress = (id: string): string =>
  linkTo(localStorage.getItem("ssoSession") ? screens.ssoUserRoles : screens.userRoles, { userId: id });

/** A customer's user, with their services. */
export const detailsAddress = (id: string): string => linkTo(screens.customerUser, {}, { UserId: id });

/** Where customers' people are invited, for one customer where it is known. */
export const invitingCustomers = (customerId?: string): string =>
  linkTo(screens.inviteCustomerAdmin, {}, { CustomerId: customerId });
