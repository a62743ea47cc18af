import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { signOut } from "../../platform/api.ts";
import type { Session } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { appLink } from "../../shared/link-render.tsx";
import { Logo } from "../../shared/logo.tsx";
import { showPalette } from "../../shared/palette.ts";
import { Bell } from "./later.ts";
import { MainNav, navClass, PortalBar } from "./main-nav.tsx";
import { accountMenuOf, navOf, newMenuOf } from "./nav.ts";
import { portalsOf } from "./portal-lines.ts";

export const versionLabel = "v.8.1.1";

const SmallMenu = lazy(async () => ({ default: (await import("./small-menu.tsx")).SmallMenu }));
const SignOutDialog = lazy(async () => ({ default: (await import("./sign-out-dialog.tsx")).SignOutDialog }));
/** Pages that hold what a person has not saved yet (AUTH-126, AUTH-127). */
export const asksBeforeSignOut = (pathname: string): boolean => /\/(add-service|configure-quick-links)/.test(pathname);

/** The menus of a person: pages, what can be added, and their own. */
export const menusOf = (session: Session, leave: () => void) => ({
  nav: navOf(session),
  add: newMenuOf(session, () => openAddProduct()),
  account: accountMenuOf(session, leave),
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
  const large = useMedia(widths.large);
  const wide = useMedia(widths.wide);
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
  const portals = portalsOf(session);
  const search = <IconButton icon="search" label="Search (Ctrl K)" onClick={() => showPalette(true)} />;

  return (
    <>
      {large && portals.length > 1 && <PortalBar portals={portals} />}
      <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-6 px-4 md:px-6 lg:max-xl:gap-2 lg:max-xl:px-4">
          <div className="flex shrink-0 items-center gap-3">
            {appLink({
              href: "/",
              className: "rounded-control",
              onClick: () => setOpen(false),
              children: (
                <Logo url={LogoUrl} mobile={MobileLogoUrl} name={LogoUrl ? session.Reseller?.Name : undefined} />
              ),
            })}
            <span className="figures text-sm text-muted">{versionLabel}</span>
          </div>
          {large ? (
            <>
              <MainNav key={[wide, ...nav.map(({ label }) => label)].join()} nav={nav} pathname={pathname} />
              <div className="flex shrink-0 items-center gap-2 max-xl:gap-1">
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
          {!large && open && (
            <SmallMenu portals={portals} nav={nav} add={add} account={account} onDone={() => setOpen(false)} />
          )}
          {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
        </Suspense>
      </header>
    </>
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
      <span className="max-xl:sr-only">My Account</span>
      <Icon name="chevronDown" size={14} />
    </>
  );
}
