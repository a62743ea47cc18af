import type { Right } from "@tradewind/domain/permissions.ts";
import { allows } from "@tradewind/domain/permissions.ts";
import { PageHeader, Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { useSession } from "../../platform/session.ts";
import { portals } from "../../platform/portals.ts";
import { TextLink } from "../../shared/link-render.tsx";

const tiles: readonly { title: string; about: string; href: string; anyOf: readonly Right[] }[] = [
  {
    title: "Customers",
    about: "Companies you look after, and their services.",
    href: "/customers",
    anyOf: ["customers"],
  },
  { title: "Marketplace", about: "Everything you can order.", href: "/marketplace", anyOf: ["marketplaceOrder"] },
  { title: "Billing", about: "Invoices, and what the next one holds so far.", href: "/billing", anyOf: ["billing"] },
];

/** Where people begin who see all portals as one. */
export function SingleExperienceScreen() {
  const { rights, User } = useSession();
  const others = portals();
  const open = tiles.filter(({ anyOf }) => allows(rights, anyOf));
  return (
    <>
      <PageHeader title="Welcome" about={User.displayName} />
      {open.length === 0 ? (
        <EmptyState title="Nothing to open yet">Your administrator can give you access to the portals.</EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
          {open.map(({ title, about, href }) => (
            <Card key={href} title={title} about={about}>
              <TextLink to={href}>Open {title.toLowerCase()}</TextLink>
            </Card>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <nav aria-label="Other portals" className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2">
          <span className="text-muted">Your other portals</span>
          {others.map(({ name, address }) => (
            <a
              key={address}
              href={address}
              rel="noreferrer"
              className="rounded-control py-1 font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {name}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}
