import { screens } from "@tradewind/contract/screens.ts";
import { useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { RouterButton } from "../../shared/router-button.tsx";
import { invitingCustomers } from "../../shared/users/user-words.ts";
import { UsersList } from "../../shared/users/users-list.tsx";
import type { UserSort } from "./users.queries.ts";

export function UsersArea({ customerId }: { customerId: string }) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<UserSort>("name");
  const mayInvite = useAllowed(screens.inviteCustomerAdmin);
  const invite = mayInvite && (
    <RouterButton to={invitingCustomers(customerId)} variant="secondary">
      Invite user
    </RouterButton>
  );
  return (
    <div className="grid gap-4">
      {invite && <div className="flex justify-end max-md:*:flex-1">{invite}</div>}
      <UsersList
        whose={{ CustomerId: customerId }}
        search={search}
        sort={sort}
        onSearch={setSearch}
        onSort={setSort}
        invite={invite}
      />
    </div>
  );
}
