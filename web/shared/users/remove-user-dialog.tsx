import { linkTo } from "@tradewind/contract/address.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { User } from "../../access/users/users.queries.ts";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { QueryError } from "../query-error.tsx";

const leavingQuery = (userId: string) =>
  queryOptions({
    queryKey: ["users", "leaving", userId],
    queryFn: ({ signal }) => call(users.leaving, { params: { userId }, signal }),
    staleTime: 0,
  });

/** Says what becomes of a user's services, licences and devices, and deletes the user. */
export function RemoveUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { data, error, refetch } = useQuery(leavingQuery(user.Id));
  const [sure, setSure] = useState(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const write = useWrite(users.remove, {
    refreshes: ["users", "customers", "services"],
    shown: true,
    onDone: () => {
      toast(`${user.Name} was deleted`);
      onClose();
      if (pathname === screens.customerUser.path || pathname.endsWith(user.Id)) void navigate({ to: listOf(user) });
    },
  });
  const refused = data?.Items.some(({ Refused }) => Refused !== null);
  return (
    <TaskDialog
      title={`Delete ${user.Name}?`}
      size="small"
      action="Delete user"
      danger
      busy={write.isPending}
      disabled={!data || refused || (data.IsLastAdmin && !sure)}
      onConfirm={() =>
        write.mutate({ params: { userId: user.Id }, query: { EvenLast: data?.IsLastAdmin ? "true" : "false" } })
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        {write.error && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <p>
          They leave the list of users of {user.CustomerName ?? "the customer"}
          {user.UserName === null
            ? "."
            : ", are signed out on all their devices at once and can sign in there no more."}
        </p>
        {data ? (
          <>
            <Leaving items={data.Items} />
            {data.IsLastAdmin && (
              <Alert type="warning" title="The last administrator">
                <p className="pb-2">
                  Nobody else looks after {user.CustomerName ?? "this customer"}. Its people can no longer help
                  themselves until you make somebody else their administrator.
                </p>
                <Checkbox
                  label="Delete the last administrator"
                  checked={sure}
                  onChange={({ target }) => setSure(target.checked)}
                />
              </Alert>
            )}
          </>
        ) : error ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="grid gap-3" aria-busy="true">
            <Skeleton />
            <Skeleton className="w-3/5" />
          </div>
        )}
      </div>
    </TaskDialog>
  );
}

const listOf = ({ CustomerId }: User) =>
  CustomerId ? linkTo(screens.customerUsers, { ctx: CustomerId }) : screens.manageAccess.path;

const endWords = {
  service: "cancelled at once",
  licence: "taken back, and free for somebody else",
  purchase: "was bought, and stays with the customer",
} as const;
type Item = ResultOf<typeof users.leaving>["Items"][number];

function Leaving({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return <p className="text-muted">They have no services, licences or devices.</p>;
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-ink">What they have</h3>
      <ul className="list-disc pl-5">
        {items.map(({ Kind, Name, Until, Refused }, at) => (
          <li key={at}>
            {Name}:{" "}
            {Refused
              ? `cannot end now. ${Refused}`
              : Until
                ? `ends with its term, after ${formatLastDay(Until)}`
                : endWords[Kind]}
          </li>
        ))}
      </ul>
    </section>
  );
}
