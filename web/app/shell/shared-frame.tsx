import { useQuery } from "@tanstack/react-query";
import { CatchBoundary, useLocation, useRouter } from "@tanstack/react-router";
import { createElement, useEffect, useRef, useState, type ReactNode } from "react";
import { safeReturn } from "../../platform/safe-return.ts";
import { signOut } from "../../platform/api.ts";
import type { Session } from "../../platform/session.ts";
import type { MenusOf } from "./header.tsx";
import { portalsOf } from "./portal-lines.ts";
import { sharedFrameQuery } from "./shared-frame.queries.ts";
import { sharedMenuOf } from "./shared-menu.ts";
import { SignOutDialog } from "./sign-out-dialog.tsx";

type Given = {
  session: Session;
  menusOf: MenusOf;
  asksBeforeSignOut: (pathname: string) => boolean;
  bell: ReactNode;
};
/** Menus and rules are handed in: the page's first script stays one piece where nothing loaded later imports of it. */
type PartProps = Given & { part: "header" | "footer"; standard: ReactNode };

/**
 * The header or footer that all portals share; the usual one in an admin jump, for a person who acts in another role than
 * their own, and while the shared one cannot be had (SHELL-33).
 */
export function SharedPart({ part, standard, ...given }: PartProps) {
  const shared = given.session.JumpedBy === null && localStorage.getItem("previousUserType") === null;
  const { data: frame, isPending } = useQuery({ ...sharedFrameQuery, enabled: shared });
  const [empty, setEmpty] = useState(false);
  if (shared && isPending) return part === "header" ? <div className="h-14 border-b border-line bg-surface" /> : null;
  if (!shared || !frame || empty) return standard;
  const drawn =
    part === "header" ? (
      <SharedHeader {...given} element={frame.header} onEmpty={() => setEmpty(true)} />
    ) : (
      createElement(frame.footer, { locale: "en-GB" })
    );
  return (
    <CatchBoundary getResetKey={() => "none"} errorComponent={() => standard}>
      {drawn}
    </CatchBoundary>
  );
}

type HeaderProps = Given & { element: string; onEmpty: () => void };

/** What it is given and what it tells us is written down in docs/micro-frontends.md. */
function SharedHeader({ element, session, menusOf, asksBeforeSignOut, bell, onEmpty }: HeaderProps) {
  const router = useRouter();
  const { pathname } = useLocation();
  const drawn = useRef<HTMLElement>(null);
  const [leaving, setLeaving] = useState(false);
  const { lines, actions } = sharedMenuOf(
    menusOf(session, () => (asksBeforeSignOut(pathname) ? setLeaving(true) : void signOut())),
  );

  useEffect(() => {
    const header = drawn.current!;
    const navigate = (event: Event) => {
      const href = (event as CustomEvent<{ href?: unknown } | null>).detail?.href;
      const target = href === "/" ? href : safeReturn(typeof href === "string" ? href : undefined);
      if (target === undefined) return;
      event.preventDefault();
      void router.navigate({ href: target });
    };
    const act = (event: Event) =>
      actions.get((event as CustomEvent<{ action: string } | null>).detail?.action ?? "")?.();
    header.addEventListener("portal-navigate", navigate);
    header.addEventListener("portal-action", act);
    return () => {
      header.removeEventListener("portal-navigate", navigate);
      header.removeEventListener("portal-action", act);
    };
  });
  // An element that draws nothing would leave a person without a way to sign out.
  useEffect(() => {
    const frame = requestAnimationFrame(() => drawn.current?.offsetHeight === 0 && onEmpty());
    return () => cancelAnimationFrame(frame);
  });

  const { displayName, emailAddress, userType } = session.User;
  return (
    <div className="sticky top-0 z-30">
      {createElement(element, {
        ref: drawn,
        locale: "en-GB",
        current: pathname,
        person: { displayName, emailAddress, userType },
        menu: lines,
        portals: portalsOf(session).flatMap(({ here, ...portal }) => (here ? [] : [portal])),
      })}
      {bell && (
        <div className="border-b border-line bg-surface">
          <div className="mx-auto flex h-11 max-w-[1440px] items-center justify-end px-4 md:px-6">{bell}</div>
        </div>
      )}
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </div>
  );
}
