import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { auth } from "@tradewind/contract/access/auth.ts";
import { session as sessionEndpoints } from "@tradewind/contract/access/session.ts";
import { allows, viewOfNumber, type Right } from "@tradewind/domain/values/permissions.ts";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { call } from "./api.ts";
import { leave } from "./leave.ts";
import { forget, remember } from "./storage.ts";
import { accessToken, beginLeaving, dropToken, loadSso, takeDeliveredSession } from "./tokens.ts";

type Wire = ResultOf<typeof sessionEndpoints.current>;
export type Session = Wire & { rights: ReadonlySet<Right>; flags: ReadonlySet<string> };

/** The person signed in, rights, flags, settings and theme: loaded before any screen, again when the `session` topic says so. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session> => {
    const wire = (await takeDeliveredSession()) ?? (await call(sessionEndpoints.current));
    remember({
      userMex: wire.User.mex,
      username: wire.User.userName,
      userType: wire.User.userType,
      enduseradminId: wire.User.endUserAdminId,
      isEndUserAdmin: String(wire.User.isEndUserAdmin),
      isEndUser: String(wire.User.isEndUser),
      emailAddress: wire.User.emailAddress,
      cloudMarketId: wire.User.cloudMarketId,
      currencyCode: wire.Reseller?.Currency ?? "GBP",
    });
    return {
      ...wire,
      rights: rightsOf(wire),
      flags: new Set(wire.Permissions.featureFlags.filter((flag) => flag.enabled).map((flag) => flag.featureName)),
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { topics: ["agreements"] },
});

function rightsOf(wire: Wire): ReadonlySet<Right> {
  const { views, permissions } = wire.Permissions.usersPermissions;
  return new Set([...views.map(viewOfNumber), ...(permissions as Right[])].filter((right) => right !== undefined));
}

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Whether the person holds any one of the rights; nothing listed means everybody. */
export function useAllowed(...anyOf: readonly Right[]): boolean {
  return allows(useSession().rights, anyOf);
}

/** Whether prices may be shown to the person signed in. */
export const useSeesPrices = (): boolean => useSession().SeesPrices;

/** Whether the person sees what the whole company spends: bills are of all its customers and products. */
export const useSeesSpending = (): boolean => {
  const { SeesPrices, Restricted } = useSession();
  return SeesPrices && !Restricted.Customers && !Restricted.Products;
};

/** A new customer is everybody's, so it is for those who look after every one. */
export const mayAddCustomers = ({ rights, Restricted }: Pick<Session, "rights" | "Restricted">): boolean =>
  rights.has("addOrEditCustomers") && !Restricted.Customers;
export const useMayAddCustomers = (): boolean => mayAddCustomers(useSession());

/** A suspension holds all that a customer has, so it is for those who look after every product. */
export const useMaySuspendCustomers = (): boolean => {
  const { rights, Restricted } = useSession();
  return rights.has("addOrEditCustomers") && !Restricted.Products;
};

/** Ends the session on the server, and here even when the server does not answer. One of a provider ends everywhere. */
export async function signOut(): Promise<void> {
  const target = localStorage.getItem("ssoSession") && (await (await loadSso()).leavePortals(accessToken()));
  beginLeaving();
  await call(auth.signOut).catch(() => undefined);
  dropToken();
  forget();
  sessionStorage.clear();
  leave.to(target || "/login");
}
