import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, type MenuGroup } from "../../ui/menu.tsx";
import { Badge } from "../../ui/status.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { useFitting } from "./fitting.ts";
import type { NavLine } from "./nav.ts";
import type { PortalLine } from "./portal-lines.ts";

export const navClass = (current: boolean) =>
  cx(
    "flex h-8 items-center gap-1.5 rounded-control px-3 font-medium max-xl:gap-1 max-xl:px-2 max-xl:text-sm whitespace-nowrap transition-colors hover:bg-sunken hover:text-ink aria-expanded:bg-sunken",
    current ? "bg-sunken text-ink" : "text-muted",
  );

/** An overview leads to all pages beside it. */
const leadsTo = (href: string) => href.replace(/\?.*$/, "").replace(/\/overview$/, "");
const within = (href: string, pathname: string) =>
  pathname === leadsTo(href) || pathname.startsWith(`${leadsTo(href)}/`);
const groupsOf = (line: NavLine): readonly MenuGroup[] =>
  "link" in line
    ? [{ items: [{ label: line.label, href: line.link }] }]
    : line.groups.map((group, at) => (at === 0 ? { ...group, title: group.title ?? line.label } : group));
const hrefsWithin = (line: NavLine, pathname: string) =>
  groupsOf(line)
    .flatMap(({ items }) => items.flatMap(({ href }) => href ?? []))
    .filter((href) => within(href, pathname));
/** The page of the line, unless another line leads closer to it: a page of the PSA is not also one of billing. */
function isCurrent(line: NavLine, pathname: string, nav: readonly NavLine[]): boolean {
  const closest = (each: NavLine) => Math.max(0, ...hrefsWithin(each, pathname).map((href) => leadsTo(href).length));
  const own = closest(line);
  return own > 0 && nav.every((other) => closest(other) <= own);
}

/** Pixels between two entries, as `gap-0.5` says. */
const gap = 2;

/** Shows a person's pages in a row; those that do not fit go into a menu at the end. */
export function MainNav({ nav, pathname }: { nav: readonly NavLine[]; pathname: string }) {
  const { row, shown } = useFitting(gap);
  const rest = nav.slice(shown);
  return (
    <nav ref={row} aria-label="Main" className="flex min-w-0 flex-1 items-center gap-0.5">
      {nav.slice(0, shown).map((line) => (
        <span key={line.label} className="shrink-0">
          <NavItem line={line} current={isCurrent(line, pathname, nav)} />
        </span>
      ))}
      {rest.length > 0 && (
        <DropDown
          label="More"
          groups={[
            { items: rest.flatMap((line) => ("link" in line ? [{ label: line.label, href: line.link }] : [])) },
            ...rest.flatMap((line) => ("link" in line ? [] : groupsOf(line))),
          ].filter(({ items }) => items.length > 0)}
          current={rest.some((line) => isCurrent(line, pathname, nav))}
        />
      )}
    </nav>
  );
}

function NavItem({ line, current }: { line: NavLine; current: boolean }) {
  if ("link" in line)
    return appLink({ href: line.link, className: navClass(current), onClick: () => {}, children: line.label });
  return <DropDown label={line.label} groups={line.groups} current={current} />;
}

type DropDownProps = { label: string; groups: readonly MenuGroup[]; current: boolean };

function DropDown({ label, groups, current }: DropDownProps) {
  return (
    <Menu
      label={label}
      groups={groups}
      renderLink={appLink}
      triggerClass={navClass(current)}
      trigger={
        <>
          {label}
          <Icon name="chevronDown" size={14} />
        </>
      }
    />
  );
}

/** Shows the marketplace's portals at the very top. It scrolls away; the header below it stays. */
export function PortalBar({ portals }: { portals: readonly PortalLine[] }) {
  return (
    <nav aria-label="Portals" className="border-b border-line bg-sunken">
      <ul className="mx-auto flex h-9 max-w-[1440px] items-center gap-1 px-3 text-sm md:px-4">
        {portals.map(({ label, href, here, tag }) => (
          <li key={label} aria-current={here}>
            {appLink({
              href,
              className: cx(
                "flex h-7 items-center gap-1.5 rounded-control px-2",
                here ? "font-semibold text-ink" : "font-medium text-muted hover:text-ink",
              ),
              onClick: () => {},
              children: (
                <>
                  {label}
                  {tag && <Badge tone="accent">{tag}</Badge>}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
