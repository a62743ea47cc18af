import { linkTo, validSearch } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { storedUserTypes } from "@tradewind/domain/values/permissions.ts";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
  type RouterHistory,
} from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { safeReturn } from "../platform/safe-return.ts";
import { isAdmitted, isThere, mayUse, sessionQuery } from "../platform/session.ts";
import { applyAccent, applyScheme } from "../platform/theme.ts";
import { landingOf } from "./landing.ts";
import { lineOf, type RouteLine } from "./route-table.ts";
import { routes } from "./routes.ts";
import { PageSkeleton, StartError, StartSkeleton } from "./shell/start-states.tsx";
import { Shell } from "./shell/shell.tsx";

const mustSignPath = linkTo(screens.agreement, { agreementId: "0", forced: "true", back: "true" });

const NotFound = lazy(async () => ({ default: (await import("./shell/not-found-screen.tsx")).NotFoundScreen }));
const NotFoundScreen = () => (
  <Suspense>
    <NotFound />
  </Suspense>
);

type Context = { queryClient: QueryClient };

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFoundScreen, errorComponent: StartError });

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    // Load the screen's code while the session is being read.
    void lineOf(location.pathname, routes)?.screen.preload?.();
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    // Apply it before the first paint, which would otherwise be styled twice.
    applyScheme(session.Theme.Color_1_1);
    await applyAccent(session.Theme.Color_2_1);
    // Regardless of what else is stored for a person of this kind, this is not their portal (ACL-07).
    if (
      !storedUserTypes.some((type) => type === session.User.userType) &&
      location.pathname !== screens.accessDenied.path
    )
      throw redirect({ to: screens.accessDenied.path, replace: true });
    // Until the marketplace's own terms are signed, every address leads to them (ACL-31).
    if (session.MustSignNow && location.pathname !== mustSignPath)
      throw redirect({ to: mustSignPath, search: { return: location.href }, replace: true });
    return { session };
  },
  component: Shell,
  errorComponent: StartError,
  pendingComponent: StartSkeleton,
});

/**
 * The root address: end users always land on their own page, everybody else where they wanted to go (AUTH-92 to 94); an
 * end-user admin once their customer exists (AUTH-91).
 */
const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  beforeLoad: async ({ context: { queryClient, session }, location }) => {
    const { isEndUserAdmin, endUserAdminId } = session.User;
    if (isEndUserAdmin && endUserAdminId && mayUse(session, screens.customer)) {
      const { loadCustomer } = await import("./own-customer.ts");
      await loadCustomer(queryClient, endUserAdminId);
    }
    const wanted = safeReturn(new URLSearchParams(location.searchStr).get("return"));
    throw redirect({ href: wanted && !session.User.isEndUser ? wanted : landingOf(session), replace: true });
  },
});

const routeOf = (line: RouteLine) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: line.path,
    validateSearch: (search: Record<string, string>) => validSearch(line, search),
    beforeLoad: ({ context: { session } }) => {
      const isOff = line.notFlag === undefined || !session.flags.has(line.notFlag);
      if (!isThere(session, line) || !isOff) throw notFound();
      if (!isAdmitted(session, line)) throw redirect({ to: screens.accessDenied.path, replace: true });
    },
    // Do not wait long: every screen has a placeholder for data that is still loading.
    loader: ({ context: { queryClient }, cause, location }) =>
      cause === "enter" && line.prepare
        ? Promise.race([line.prepare(queryClient, location.search), pause(patience)]).catch(() => undefined)
        : undefined,
    component: line.screen,
  });

/** Milliseconds that a screen waits for its first data before it is drawn without. */
const patience = 300;
const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

export function makeRouter(
  queryClient: QueryClient,
  { history, lines = routes }: { history?: RouterHistory; lines?: readonly RouteLine[] | undefined } = {},
) {
  return createRouter({
    routeTree: root.addChildren([signedIn.addChildren([home, ...lines.map(routeOf)])]),
    context: { queryClient },
    history,
    // The plus sign joins ids in one segment and stays unescaped; search parameters are plain text.
    pathParamsAllowedCharacters: ["+"],
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) =>
          value === undefined || value === "" ? [] : [[name, String(value)]],
        ),
      ).toString();
      return text && `?${text}`;
    },
    defaultPreload: "intent",
    defaultPendingMs: 400,
    defaultPendingMinMs: 1000,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: StartError,
    scrollRestoration: true,
  });
}
