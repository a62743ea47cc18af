import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { usersQuery, type User, type UserSort, type Whose } from "../../access/users/users.queries.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { rowLink } from "../link-render.tsx";
import { ListTable } from "../list/list-table.tsx";
import { InvitationsCard } from "./invitations-card.tsx";
import { menuOf, type Doing } from "./user-actions.ts";
import { UserState } from "./user-state.tsx";
import { detailsAddress, kindWords, userAddress } from "./user-words.ts";

const UserDialogs = lazy(async () => ({ default: (await import("./user-dialogs.tsx")).UserDialogs }));

const name: Column<User> = {
  id: "name",
  header: "Name",
  width: "minmax(160px, 2fr)",
  sortable: true,
  cell: (row) => (
    <>
      {row.Name}
      {row.IsSelf && <span className="font-normal text-muted"> (you)</span>}
    </>
  ),
};
const customer: Column<User> = {
  id: "customer",
  header: "Customer",
  width: "minmax(140px, 2fr)",
  card: "line",
  cell: (row) => row.CustomerName,
};
const others: readonly Column<User>[] = [
  {
    id: "userName",
    header: "Username",
    width: "minmax(180px, 3fr)",
    card: "line",
    quiet: true,
    cell: (row) => row.UserName ?? row.Email,
  },
  { id: "kind", header: "Kind", width: "140px", from: "large", cell: (row) => kindWords[row.Kind] },
  {
    id: "lastSignedIn",
    header: "Last signed in",
    width: "150px",
    sortable: true,
    quiet: true,
    cell: (row) => (row.LastSignedIn ? formatDateTime(row.LastSignedIn) : "Never"),
  },
  {
    id: "mfa",
    header: "MFA",
    width: "90px",
    from: "large",
    cell: (row) =>
      row.MfaOn ? <Badge tone="success">On</Badge> : <Badge tone={row.MfaRequired ? "warning" : "disabled"}>Off</Badge>,
  },
  {
    id: "state",
    header: "State",
    width: "120px",
    card: "corner",
    cell: (row) => <UserState user={row} />,
  },
];

/** Whose they are matters more than how they sign in. */
const ofCustomers = [
  name,
  customer,
  ...others.map(({ card, ...column }): Column<User> => {
    if (column.id === "userName") return column;
    return { ...column, card, ...(column.id === "lastSignedIn" && { from: "large" }) };
  }),
];

type ListProps = {
  whose: Whose;
  search: string;
  sort: UserSort;
  onSearch: (search: string) => void;
  onSort: (sort: UserSort) => void;
  /** The button to invite somebody; omitted without the right. */
  invite?: ReactNode;
};

/** Lists the people of a company or of one customer: who they are, how they sign in, and the actions on them. */
export function UsersList({ whose, search, sort, onSearch, onSort, invite }: ListProps) {
  const list = useInfiniteQuery(usersQuery(whose, { Search: search, Sort: sort }));
  const [doing, setDoing] = useState<Doing>();
  const columns = "Of" in whose && whose.Of === "customers" ? ofCustomers : [name, ...others];
  return (
    <div className="grid gap-4">
      <InvitationsCard whose={whose} />
      <ListTable
        list={list}
        searchLabel="Search name, username or address"
        search={search}
        onSearch={onSearch}
        label="People"
        columns={columns}
        rowKey={(row) => row.Id}
        href={(row) => ("CustomerId" in whose ? detailsAddress(row.Id) : userAddress(row.Id))}
        renderLink={rowLink}
        actions={(row) => menuOf(row, setDoing)}
        sort={sort}
        onSort={(next) => onSort(next as UserSort)}
        empty={
          search === "" ? (
            <EmptyState icon="users" title="No users yet" action={invite}>
              {"CustomerId" in whose
                ? "Add users for whom you order services, or invite those who are to sign in."
                : "People appear here once they have accepted an invitation."}
            </EmptyState>
          ) : (
            <EmptyState
              icon="search"
              title="No people found"
              action={<Button onClick={() => onSearch("")}>Clear search</Button>}
            >
              No name, username or address contains “{search}”.
            </EmptyState>
          )
        }
      />
      {doing && (
        <Suspense fallback={null}>
          <UserDialogs doing={doing} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
