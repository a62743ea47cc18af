import type { Screen } from "@tradewind/contract/screen.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { lazy, Suspense } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { isOffered, mayUse, useSession, type Session } from "../../platform/session.ts";
import { appLink } from "../../shared/link-render.tsx";
import { portalsOf } from "./portal-lines.ts";

const QuickLinks = lazy(async () => ({
  default: (await import("../../insight/dashboard/quick-links.tsx")).QuickLinks,
}));

type Tile = { title: string; about: string; href: string; icon: IconName };

const tileOf = (screen: Screen, title: string, about: string, icon: IconName) => ({
  screen,
  title,
  about,
  href: screen.path,
  icon,
});
const own = [
  tileOf(screens.customers, "Customers", "Companies you look after, and their services.", "users"),
  tileOf(screens.marketplace, "Marketplace", "Everything you can order.", "cloud"),
  tileOf(screens.billing, "Billing", "Invoices, and what the next one holds so far.", "pound"),
];

/** Returns the other portals in which the person's company has an account. */
const others = (session: Session): Tile[] =>
  portalsOf(session)
    .filter(({ here, tag }) => !here && !tag)
    .map(({ label, href }) => ({
      title: label,
      about: "Another of your portals, with the same sign-in.",
      href,
      icon: "external",
    }));

/** The start page for people who see all portals as one. */
export function SingleExperienceScreen() {
  const session = useSession();
  const { User } = session;
  const open = own.filter(({ screen }) => isOffered(session, screen));
  const beside = others(session);
  return (
    <>
      <PageHeader title="Welcome" about={User.displayName} />
      <div className="grid gap-8">
        {mayUse(session, screens.dashboard) && (
          <Suspense fallback={<div className="h-8" />}>
            <QuickLinks />
          </Suspense>
        )}
        {open.length === 0 ? (
          <EmptyState title="Nothing to open yet">Ask your administrator for access to the portals.</EmptyState>
        ) : (
          <ul aria-label="In this portal" className={tiles}>
            {open.map((tile) => (
              <li key={tile.href}>
                {appLink({
                  href: tile.href,
                  className: frame,
                  onClick: () => {},
                  children: <TileBody {...tile} verb={`Open ${tile.title.toLowerCase()}`} />,
                })}
              </li>
            ))}
          </ul>
        )}
        {beside.length > 0 && (
          <section className="grid gap-3">
            <h2 className="text-md">Your other portals</h2>
            <ul aria-label="Your other portals" className={tiles}>
              {beside.map((tile) => (
                <li key={tile.href}>
                  <a href={tile.href} rel="noreferrer" className={frame}>
                    <TileBody {...tile} verb={`Go to ${tile.title}`} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

const tiles = "grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3";
const frame =
  "grid h-full grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-0.5 rounded-card border border-line bg-surface px-5 py-5 transition-colors hover:border-line-strong max-md:px-4";

function TileBody({ title, about, icon, verb }: Tile & { verb: string }) {
  return (
    <>
      <span className="row-span-3 grid size-10 place-items-center rounded-control bg-accent-soft text-accent-text">
        <Icon name={icon} size={20} />
      </span>
      <span aria-hidden="true" className="text-md font-semibold">
        {title}
      </span>
      <span className="text-muted">{about}</span>
      <span className="pt-1 text-sm font-medium text-accent-text">{verb}</span>
    </>
  );
}
