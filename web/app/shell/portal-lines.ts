import type { PartnerSystem } from "@tradewind/domain/portal/partner-systems.ts";
import type { Session } from "../../platform/session.ts";

export type PortalLine = { label: string; href: string; here?: true; tag?: "Try" };

/** In the order of the bar. */
const portals: readonly { slug: PartnerSystem; label: string }[] = [
  { slug: "cloud", label: "Cloud" },
  { slug: "comms", label: "Comms" },
  { slug: "hardware", label: "Hardware" },
  { slug: "distribution", label: "Distribution" },
];

/**
 * Returns the portals that a person sees, this one first. A reseller without an account is invited to try comms and
 * hardware, and not told about distribution; of its
 * customers only end users who were let in see them (SHELL-24).
 */
export function portalsOf({ User, PartnerSystems }: Pick<Session, "User" | "PartnerSystems">): PortalLine[] {
  const ofCustomer = User.isEndUser || User.isEndUserAdmin;
  if (User.Kind === "admin") return [];
  return portals.flatMap(({ slug, label }): PortalLine[] => {
    const system = PartnerSystems.find((each) => each.slug === slug);
    if (!system) return [];
    if (slug === "cloud") return [{ label, href: system.link, here: true }];
    if (slug === "distribution") return system.linked ? [{ label, href: system.link }] : [];
    if (ofCustomer) return system.linked && !User.isEndUserAdmin ? [{ label, href: system.link }] : [];
    return [{ label, href: system.link, ...(system.linked ? {} : { tag: "Try" }) }];
  });
}
