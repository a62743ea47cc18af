import type { User } from "@tradewind/contract/access/users.ts";

export const kindWords: Record<User["Kind"], string> = {
  reseller: "Reseller",
  engineer: "Engineer",
  endUserAdmin: "Customer admin",
  endUser: "End user",
};

export const userAddress = (id: string): string => `/account-setting/manage-access/${id}`;
/** Sessions of single sign-on have an address of their own for it. */
export const rolesAddress = (id: string): string =>
  `${localStorage.getItem("ssoSession") ? "/sso-" : "/"}account-setting/manage-access/${id}/rolesEditor`;

/** A customer's user, with their services. */
export const detailsAddress = (id: string): string => `/customers/user-details?user=${id}`;

/** Where colleagues and customers' people are invited, the latter for one customer where it is known. */
export const invitingColleague = "/account-setting/manage-access/add-engineer/Engineer";
export const invitingCustomers = (customerId?: string): string =>
  `/account-setting/manage-access/add-customer-admin/EndUserAdmin${customerId ? `?customer=${customerId}` : ""}`;
