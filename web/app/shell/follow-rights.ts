import { QueryObserver, type QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { screens } from "@tradewind/contract/screens.ts";
import { askWhenRefused } from "../../platform/api.ts";
import { sessionQuery, type Session } from "../../platform/session.ts";

const rightsOf = (session: Session | undefined) =>
  session && JSON.stringify([[...session.rights].toSorted(), session.SeesPrices, session.SeesOwnPrices]);

/**
 * Updates an open page when somebody gains or loses rights, or when prices are hidden or shown: first re-checks access to the
 * page, then fetches everything on screen again. What the page is refused before it hears of that has it look at once.
 */
export function followRights(queries: QueryClient, router: Pick<AnyRouter, "invalidate" | "state">): () => void {
  let known = rightsOf(queries.getQueryData(sessionQuery.queryKey));
  const observer = new QueryObserver(queries, { ...sessionQuery, enabled: false });
  const stopAsking = askWhenRefused(async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await router.invalidate();
    return router.state.location.pathname === screens.accessDenied.path;
  });
  const stopFollowing = observer.subscribe(({ data }) => {
    const now = rightsOf(data);
    if (now === known) return;
    const isFirst = known === undefined;
    known = now;
    if (isFirst) return;
    void router
      .invalidate()
      .then(() => queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "session" }));
  });
  return () => {
    stopAsking();
    stopFollowing();
  };
}
