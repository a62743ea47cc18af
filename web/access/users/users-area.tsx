import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { lazy, Suspense, useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { RouterButton } from "../../shared/router-button.tsx";
import { invitingCustomers } from "../../shared/users/user-words.ts";
import { UsersList } from "../../shared/users/users-list.tsx";
import { Button } from "../../ui/button.tsx";
import type { UserSort } from "./users.queries.ts";

const ImportUsersDialog = lazy(async () => ({
  default: (await import("./import-users-dialog.tsx")).ImportUsersDialog,
}));
const AddUserDialog = lazy(async () => ({ default: (await import("./add-user-dialog.tsx")).AddUserDialog }));

export function UsersArea({ customerId, suspended }: { customerId: string; suspended: boolean }) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<UserSort>("name");
  const [dialog, setDialog] = useState<"add" | "import">();
  const mayInvite = useAllowed(screens.inviteCustomerAdmin);
  const mayAdd = useAllowed(acts.addUser) && !suspended;
  const close = () => setDialog(undefined);
  const add = mayAdd && (
    <Button variant="primary" icon="add" onClick={() => setDialog("add")}>
      Add user
    </Button>
  );
  return (
    <div className="grid gap-4">
      {(mayInvite || add) && (
        <div className="flex flex-wrap justify-end gap-2 max-md:*:flex-1">
          {mayInvite && (
            <RouterButton to={invitingCustomers(customerId)} variant="secondary">
              Invite user
            </RouterButton>
          )}
          {mayAdd && <Button onClick={() => setDialog("import")}>Import users</Button>}
          {add}
        </div>
      )}
      <UsersList
        whose={{ CustomerId: customerId }}
        search={search}
        sort={sort}
        onSearch={setSearch}
        onSort={setSort}
        invite={add}
      />
      <Suspense fallback={null}>
        {dialog === "import" && <ImportUsersDialog customerId={customerId} onClose={close} />}
        {dialog === "add" && <AddUserDialog customerId={customerId} onClose={close} />}
      </Suspense>
    </div>
  );
}
