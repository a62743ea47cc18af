import { QueryObserver, type QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { sessionQuery, type Session } from "../../platform/session.ts";

const rightsOf = (session: Session | undefined) =>
  session && JSON.stringify([[...session.rights].toSorted(), session.SeesPrices]);

/**
 * Lets an open page follow when somebody is given or loses rights, or prices are hidden: first it is decided anew who may
 * be here, then all that is still on screen is fetched again.
 */
export function followRights(queries: QueryClient, router: Pick<AnyRouter, "invalidate">): () => void {
  let known = rightsOf(queries.getQueryData(sessionQuery.queryKey));
  const observer = new QueryObserver(queries, { ...sessionQuery, enabled: false });
  return observer.subscribe(({ data }) => {
    const now = rightsOf(data);
    if (now === known) return;
    const isFirst = known === undefined;
    known = now;
    if (isFirst) return;
    void router
      .invalidate()
      .then(() => queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "session" }));
  });
}
