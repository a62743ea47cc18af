import type { View } from "@tradewind/domain/permissions.ts";
import { views } from "@tradewind/domain/permissions.ts";
import type { Session } from "../platform/session.ts";

const ignored: readonly View[] = ["academy", "community"];

/** The page a person lands on: the lowest-numbered view they hold decides (ACL-19). */
export function landingOf({ rights, User }: Pick<Session, "rights" | "User">): string {
  const lowest = views.find((view) => rights.has(view) && !ignored.includes(view));
  const own = User.isEndUserAdmin && User.endUserAdminId ? `/customers/customer/${User.endUserAdminId}` : undefined;
  switch (lowest) {
    case "home":
      return "/dashboard";
    case "customers":
      return own ?? "/customers";
    case "manageService":
      return own ? `${own}/view/services` : "/services";
    case "marketplaceOrder":
      return "/marketplace";
    case "billing":
      return "/billing";
    case "support":
      return "/support";
    default:
      return "/no-access-resources";
  }
}
