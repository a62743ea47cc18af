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
/** Returns the roles page, which has a different address in single sign-on sessions. */
export const rolesAddress = (id: string): string =>
  linkTo(localStorage.getItem("ssoSession") ? screens.ssoUserRoles : screens.userRoles, { userId: id });

/** Returns the page of a customer's user, with their services. */
export const detailsAddress = (id: string): string => linkTo(screens.customerUser, {}, { UserId: id });

/** Returns the page for inviting customers' people, for one customer if it is known. */
export const invitingCustomers = (customerId?: string): string =>
  linkTo(screens.inviteCustomerAdmin, {}, { CustomerId: customerId });
