import { views, type UserKind, type View } from "../values/permissions.ts";

/** Views that never decide where a person lands, whatever their number. */
const leftOut: readonly View[] = ["academy", "community"];

/** The view that decides, by the order of the table of views. */
export const decidingView = (held: ReadonlySet<View>, order: readonly View[] = views): View | undefined =>
  order.find((view) => held.has(view) && !leftOut.includes(view));

export type Lander = {
  kind: UserKind;
  views: ReadonlySet<View>;
  /** The customer of an end-user admin. */
  customerId: string | null;
};

/** The page after signing in: the lowest-numbered view decides, with academy and community left out (ACL-19 to ACL-28). */
export function landingPath({ kind, views: held, customerId }: Lander): string {
  const own = kind === "endUserAdmin" && customerId !== null ? `/customers/customer/${customerId}` : null;
  switch (decidingView(held)) {
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

/**
 * Where the empty address leads an end user or an end-user admin; null for everybody else (ACL-30). An end-user admin
 * who may not see the page of their customer lands by their views, as on their services (ACL-23).
 */
export function cloudDefaultPath(lander: Lander): string | null {
  if (lander.kind === "endUserAdmin" && lander.customerId !== null && lander.views.has("customers"))
    return `/customers/customer/${lander.customerId}`;
  return lander.kind === "endUserAdmin" || lander.kind === "endUser" ? landingPath(lander) : null;
}
