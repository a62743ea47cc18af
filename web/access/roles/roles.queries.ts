import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type { UserRoles } from "@tradewind/contract/access/roles.ts";

export const rolesQuery = (userId: string) =>
  queryOptions({
    queryKey: ["users", "roles", userId],
    queryFn: ({ signal }) => call(rolesOfUsers.ofUser, { params: { userId }, signal }),
  });
