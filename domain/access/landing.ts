import { views, type Right, type UserKind, type View } from "../values/permissions.ts";

/** Views that never decide where a person lands, whatever their number. */
const leftOut: readonly View[] = ["academy", "community"];

/** The view that decides, by the order of the table of views. */
export const decidingView = (held: ReadonlySet<Right>, order: readonly View[] = views): View | undefined =>
  order.find((view) => held.has(view) && !leftOut.includes(view));

export type Lander = {
  kind: UserKind;
  rights: ReadonlySet<Right>;
  /** The customer of an end-user admin. */
  customerId: string | null;
};

/** A page that people land on; `customer` and `customerServices` are those of an end-user admin's own customer. */
export type Landing =
  | "dashboard"
  | "customers"
  | "customer"
  | "customerServices"
  | "services"
  | "marketplace"
  | "billing"
  | "support"
  | "noAccess";

/** The page after signing in: the lowest-numbered view decides, with academy and community left out (ACL-19 to ACL-30). */
export function landingOf({ kind, rights, customerId }: Lander): Landing {
  const isOwn = kind === "endUserAdmin" && customerId !== null;
  const view = decidingView(rights);
  switch (view) {
    case "home":
      return "dashboard";
    case "customers":
      return isOwn ? "customer" : "customers";
    case "manageService":
      return isOwn ? "customerServices" : "services";
    case "marketplaceOrder":
      return "marketplace";
    case "billing":
    case "support":
      return view;
    default:
      return "noAccess";
  }
}
