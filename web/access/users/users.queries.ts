import { invitations } from "@tradewind/contract/access/invitations.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { users, type userSorts } from "@tradewind/contract/access/users.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type { User } from "@tradewind/contract/access/users.ts";
export type Invitation = ResultOf<typeof invitations.list>["Items"][number];
/** The list to show: the company's own people, its customers', or those of one customer. */
export type Whose = { Of: "staff" | "customers" } | { CustomerId: string };
export type UserSort = (typeof userSorts)[number];

/** Fetches pages by key, appended to one list. */
export const usersQuery = (whose: Whose, filter: { Search: string; Sort: UserSort }) =>
  pagesOf(["users", "list", whose, filter], (After, signal) =>
    call(users.list, { query: { ...whose, ...filter, After }, signal }),
  );

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ["users", "one", userId],
    queryFn: ({ signal }) => call(users.byId, { params: { userId }, signal }),
  });

export const invitationsQuery = (whose: Whose) =>
  pagesOf(["users", "invitations", whose], (After, signal) =>
    call(invitations.list, { query: { ...whose, After }, signal }),
  );
