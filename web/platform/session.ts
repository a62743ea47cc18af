import { acts } from "@tradewind/contract/acts.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { session as sessionEndpoints } from "@tradewind/contract/access/session.ts";
import { admits, viewOfNumber, type Access, type Right } from "@tradewind/domain/values/permissions.ts";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { call } from "./api.ts";
import { remember } from "./storage.ts";
import { takeDeliveredSession } from "./tokens.ts";

type Wire = ResultOf<typeof sessionEndpoints.current>;
export type Session = Wire & { rights: ReadonlySet<Right>; flags: ReadonlySet<string> };

/** The person signed in, rights, flags, settings and theme. Loads before the first screen and again on each `session` event. */
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

/** Something that only some people may use: an endpoint or a screen. */
type Usable = { readonly access: Access; readonly flag?: string; readonly demo?: true };

/** Whether a person may use it now: it exists for them, and its right is theirs (ACL-05, ACL-08). */
export const mayUse = (session: Session, usable: Usable): boolean =>
  isThere(session, usable) && isAdmitted(session, usable);
/** Whether its feature is on, and the demo where it is of the demo. */
export const isThere = ({ flags, Demo }: Pick<Session, "flags" | "Demo">, { flag, demo }: Omit<Usable, "access">) =>
  (flag === undefined || flags.has(flag)) && (!demo || Demo);
export const isAdmitted = ({ User, rights }: Pick<Session, "User" | "rights">, { access }: Pick<Usable, "access">) =>
  admits(access, { kind: User.Kind, rights });

/** Whether menus and quick links show a screen to a person. */
export const isOffered = (session: Session, { offered, ...screen }: Screen): boolean =>
  mayUse(session, { ...screen, access: offered ?? screen.access });

/** Whether the person may use an endpoint or a screen. */
export const useAllowed = (usable: Usable): boolean => mayUse(useSession(), usable);

/** Whether prices may be shown to the person signed in. */
export const useSeesPrices = (): boolean => useSession().SeesPrices;

/** Whether what a customer pays may be shown to the person signed in: one of its own people, or its reseller's. */
export const useSeesSales = (): boolean => {
  const { SeesPrices, SeesOwnPrices } = useSession();
  return SeesPrices || SeesOwnPrices;
};

/** Whether the person sees what the whole company spends: bills are of all its customers and products. */
export const useSeesSpending = (): boolean => {
  const { SeesPrices, Restricted, rights } = useSession();
  return SeesPrices && rights.has("billing") && !Restricted.Customers && !Restricted.Products;
};

/** A new customer is everybody's, so it is for those who look after every one. */
export const mayAddCustomers = (session: Session): boolean =>
  mayUse(session, acts.addCustomer) && !session.Restricted.Customers;
export const useMayAddCustomers = (): boolean => mayAddCustomers(useSession());

/** What another partner provides can be of any product, so it is for those who look after every one. */
export const mayTransfer = (session: Session): boolean =>
  mayUse(session, acts.transfer) && !session.Restricted.Products;
export const useMayTransfer = (): boolean => mayTransfer(useSession());

/** A suspension holds all that a customer has, so it is for those who look after every product. */
export function useMaySuspendCustomers(): boolean {
  const session = useSession();
  return mayUse(session, acts.suspendCustomer) && !session.Restricted.Products;
}
