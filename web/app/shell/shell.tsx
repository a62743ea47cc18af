import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { Toaster } from "../../ui/toast.tsx";
import { useSession } from "../../platform/session.ts";
import { applyAccent, applyScheme } from "../../platform/theme.ts";
import { appLink } from "../../shared/link-render.tsx";
import { Loader } from "../../shared/loader.tsx";
import { AddProductSlot } from "./add-product-slot.tsx";
import { Crumbs } from "./crumbs.tsx";
import { asksBeforeSignOut, bellOf, Header, menusOf } from "./header.tsx";
import { HelpSlot } from "./help-slot.tsx";
import { Extras } from "./later.ts";
import { PaletteSlot } from "./palette-slot.tsx";
import { PageSkeleton } from "./start-states.tsx";

const JumpBar = lazy(async () => ({ default: (await import("./jump-bar.tsx")).JumpBar }));

const Footer = lazy(async () => ({ default: (await import("./footer.tsx")).Footer }));
const SharedPart = lazy(async () => ({ default: (await import("./shared-frame.tsx")).SharedPart }));

/** Frames every signed-in screen: header, breadcrumb, footer and overlays. */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    applyScheme(session.Theme.Color_1_1);
    void applyAccent(session.Theme.Color_2_1);
  }, [session.Theme]);

  const framed = (part: "header" | "footer", standard: ReactNode) =>
    session.SingleExperience ? (
      <SharedPart {...{ part, session, standard, menusOf, asksBeforeSignOut, bell: bellOf(session) }} />
    ) : (
      standard
    );

  return (
    <div className="flex min-h-dvh flex-col [--header:56px]">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Suspense>{session.JumpedBy && <JumpBar session={session} />}</Suspense>
      <Suspense fallback={<div className="h-14" />}>{framed("header", <Header session={session} />)}</Suspense>
      <div className="mx-auto flex w-full max-w-[1440px] flex-1 flex-col px-4 pb-12 md:px-6">
        <Crumbs session={session} pathname={pathname} />
        <main id="main" tabIndex={-1} className="flex-1 pt-6 outline-none first:pt-8 max-md:pt-4 max-md:first:pt-6">
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
        <Suspense>
          <Extras session={session} pathname={pathname} />
        </Suspense>
      </div>
      <Suspense fallback={<div className="h-18" />}>
        {framed("footer", <Footer partner={session.Theme.Color_1_1} />)}
      </Suspense>
      <AddProductSlot />
      <PaletteSlot session={session} />
      <HelpSlot session={session} pathname={pathname} />
      <Loader />
      <Toaster renderLink={appLink} />
    </div>
  );
}
