import { users } from "@tradewind/contract/access/users.ts";
import type { CustomerPortal } from "@tradewind/domain/portal/partner-systems.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useRows } from "../../shared/list/list-table.tsx";
import { useTypedSearch } from "../../shared/list/use-typed-search.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { UserState } from "../../shared/users/user-state.tsx";
import { ServiceListSkeleton } from "../../shared/service-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Switch } from "../../ui/switch.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { usersQuery, type User } from "../users/users.queries.ts";

type Props = { customerId: string; title: string; about: string; children: (user: User) => React.ReactNode };

/** A customer's people, each with a switch for what they may open. */
function PeopleList({ customerId, title, about, children }: Props) {
  const [search, setSearch] = useState("");
  const [text, setText] = useTypedSearch(search, setSearch);
  const list = useInfiniteQuery(usersQuery({ CustomerId: customerId }, { Search: search, Sort: "name" }));
  const { rows, loadMore } = useRows(list);
  return (
    <Card title={title} about={about} flush>
      <div className="px-5 pb-4 max-md:px-4">
        <SearchBox
          label="Search name, username or address"
          className="max-md:w-full"
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {list.isPending ? (
        <ServiceListSkeleton />
      ) : list.isError && rows.length === 0 ? (
        <QueryError tight error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState tight icon={search ? "search" : "users"} title={search ? "No people found" : "No users yet"}>
          {search
            ? `No name, username or address contains “${search}”.`
            : "Add or invite users first, in the area Users."}
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {rows.map((user) => (
            <li
              key={user.Id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-5 py-3 last:border-0 max-md:px-4"
            >
              <span className="grid min-w-0">
                <span className="font-medium wrap-anywhere">{user.Name}</span>
                <span className="text-sm wrap-anywhere text-muted">{user.Email}</span>
              </span>
              {children(user)}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="border-t border-line px-5 py-3 text-center">
          <Button busy={list.isFetchingNextPage} onClick={loadMore}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

const refreshes = ["users"];

/** Decides which of a customer's people may sign in here. */
export function SignInAccess({ customerId, customerName }: { customerId: string; customerName: string }) {
  const suspend = useWrite(users.suspend, { refreshes });
  const reactivate = useWrite(users.reactivate, { refreshes });
  const toggle = (user: User, isIn: boolean) => (isIn ? reactivate : suspend).mutate({ params: { userId: user.Id } });
  const busy = suspend.isPending ? suspend.variables : reactivate.isPending ? reactivate.variables : undefined;
  return (
    <PeopleList
      customerId={customerId}
      title="Sign-in"
      about={`Who of ${customerName} may sign in to this portal. Whoever is switched off is signed out at once.`}
    >
      {(user) =>
        user.UserName === null ? (
          <UserState user={user} />
        ) : (
          <Switch
            label={
              <>
                May sign in<span className="sr-only">: {user.Name}</span>
              </>
            }
            checked={user.State === "Active"}
            disabled={!user.May.some((each) => each === "suspend" || each === "reactivate")}
            busy={busy?.params.userId === user.Id}
            onValue={(isIn) => toggle(user, isIn)}
          />
        )
      }
    </PeopleList>
  );
}

const portalNames: Record<CustomerPortal, string> = { comms: "Comms", hardware: "Hardware" };

/** Decides which of a customer's people may open a partner portal that goes with a service of theirs. */
export function StreamAccess({ customerId, portal }: { customerId: string; portal: CustomerPortal }) {
  const set = useWrite(users.setPortals, { refreshes });
  return (
    <PeopleList
      customerId={customerId}
      title={`${portalNames[portal]} portal`}
      about="Who of this customer may open the partner portal of its service."
    >
      {(user) => (
        <Switch
          label={
            <>
              May open it<span className="sr-only">: {user.Name}</span>
            </>
          }
          checked={user.Portals.includes(portal)}
          disabled={user.May.length === 0}
          busy={set.isPending && set.variables.params.userId === user.Id}
          onValue={(isIn) =>
            set.mutate({
              params: { userId: user.Id },
              body: { Portals: [...user.Portals.filter((each) => each !== portal), ...(isIn ? [portal] : [])] },
            })
          }
        />
      )}
    </PeopleList>
  );
}
