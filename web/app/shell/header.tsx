import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { screens, useMedia } from "../../ui/use-media.ts";
import { signOut, type Session } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { appLink } from "../../shared/link-render.tsx";
import { Logo } from "../../shared/logo.tsx";
import { showPalette } from "../../shared/palette.ts";
import { routes } from "../routes.ts";
import { canAddProduct } from "./add-product-slot.tsx";
import { Bell } from "./later.ts";
import { accountMenuOf, existsIn, navOf, newMenuOf, type NavLine } from "./nav.ts";

export const versionLabel = "v.8.1.1";
const exists = existsIn(routes);

const SmallMenu = lazy(async () => ({ default: (await import("./small-menu.tsx")).SmallMenu }));
const SignOutDialog = lazy(async () => ({ default: (await import("./sign-out-dialog.tsx")).SignOutDialog }));
/** Pages that hold what a person has not saved yet (AUTH-126, AUTH-127). */
export const asksBeforeSignOut = (pathname: string): boolean => /\/(add-service|configure-quick-links)/.test(pathname);

/** The menus of a person: pages, what can be added, and their own. */
export const menusOf = (session: Session, leave: () => void) => ({
  nav: navOf(session, exists),
  add: newMenuOf(session, exists, canAddProduct ? () => openAddProduct() : undefined),
  account: accountMenuOf(session, exists, leave),
});
export type MenusOf = typeof menusOf;

/** The bell of who may have one. Its place is kept while it is fetched. */
export const bellOf = (session: Session): ReactNode =>
  session.Reseller && session.flags.has("Notifications") ? (
    <span className="min-w-9 max-md:min-w-11">
      <Suspense>
        <Bell />
      </Suspense>
    </span>
  ) : undefined;

export function Header({ session }: { session: Session }) {
  const large = useMedia(screens.large);
  const { LogoUrl, MobileLogoUrl } = session.Theme;
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === pathname;
  const setOpen = (next: boolean) => setOpenAt(next ? pathname : undefined);

  const [leaving, setLeaving] = useState(false);
  const { nav, add, account } = menusOf(session, () =>
    asksBeforeSignOut(pathname) ? setLeaving(true) : void signOut(),
  );

  const bell = bellOf(session);
  const search = <IconButton icon="search" label="Search (Ctrl K)" onClick={() => showPalette(true)} />;

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-6 px-4 md:px-6">
        <div className="flex items-center gap-3">
          {appLink({
            href: "/",
            className: "rounded-control",
            onClick: () => setOpen(false),
            children: <Logo url={LogoUrl} mobile={MobileLogoUrl} name={LogoUrl ? session.Reseller?.Name : undefined} />,
          })}
          <span className="figures text-sm text-muted">{versionLabel}</span>
        </div>
        {large ? (
          <>
            <nav aria-label="Main" className="flex flex-1 items-center gap-1">
              {nav.map((line) => (
                <NavItem key={line.label} line={line} pathname={pathname} />
              ))}
            </nav>
            <div className="flex items-center gap-2">
              {search}
              {bell}
              {add.length > 0 && (
                <Menu
                  label="New"
                  groups={add}
                  align="end"
                  renderLink={appLink}
                  triggerClass={buttonClass("primary", "small")}
                  trigger={
                    <>
                      <Icon name="add" /> New
                    </>
                  }
                />
              )}
              <Menu
                label="My Account"
                groups={account}
                align="end"
                renderLink={appLink}
                triggerClass={navClass(false)}
                trigger={<AccountName session={session} />}
              />
            </div>
          </>
        ) : (
          <div className="ml-auto flex">
            {search}
            {bell}
            <IconButton
              icon={open ? "close" : "menu"}
              label={open ? "Close menu" : "Open menu"}
              aria-expanded={open}
              aria-controls="main-menu"
              onClick={() => setOpen(!open)}
            />
          </div>
        )}
      </div>
      <Suspense>
        {!large && open && <SmallMenu nav={nav} add={add} account={account} onDone={() => setOpen(false)} />}
        {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
      </Suspense>
    </header>
  );
}

const navClass = (current: boolean) =>
  cx(
    "flex h-8 items-center gap-1.5 rounded-control px-3 font-medium whitespace-nowrap transition-colors hover:bg-sunken hover:text-ink aria-expanded:bg-sunken",
    current ? "bg-sunken text-ink" : "text-muted",
  );

const within = (href: string, pathname: string) =>
  pathname === href.split("?")[0] || pathname.startsWith(`${href.split("?")[0]}/`);

function NavItem({ line, pathname }: { line: NavLine; pathname: string }) {
  if ("link" in line)
    return appLink({
      href: line.link,
      className: navClass(within(line.link, pathname)),
      onClick: () => {},
      children: line.label,
    });
  const current = line.groups.some((group) => group.items.some((item) => item.href && within(item.href, pathname)));
  return (
    <Menu
      label={line.label}
      groups={line.groups}
      renderLink={appLink}
      triggerClass={navClass(current)}
      trigger={
        <>
          {line.label}
          <Icon name="chevronDown" size={14} />
        </>
      }
    />
  );
}

function AccountName({ session }: { session: Session }) {
  const initials = session.User.displayName
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-6 place-items-center rounded-full bg-accent-soft text-[11px] font-semibold text-accent-text"
      >
        {initials}
      </span>
      My Account
      <Icon name="chevronDown" size={14} />
    </>
  );
}
