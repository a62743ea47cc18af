import { invitations } from "@tradewind/contract/access/invitations.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invitationsQuery, type Invitation, type Whose } from "../../access/users/users.queries.ts";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.tsx";
import { InvitationState } from "../invitation-state.tsx";
import { kindWords } from "./user-words.ts";

const refreshes = ["users"];

/** Lists the pending invitations; renders nothing if there are none. */
export function InvitationsCard({ whose }: { whose: Whose }) {
  const list = useInfiniteQuery(invitationsQuery(whose));
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const resend = useWrite(invitations.resend, { refreshes });
  const withdraw = useWrite(invitations.withdraw, { refreshes, onDone: () => setWithdrawing(undefined) });
  const rows = list.data?.pages.flatMap((page) => page.Items) ?? [];
  if (rows.length === 0) return null;
  const params = (invitation: Invitation) => ({ params: { invitationId: invitation.Id } });
  return (
    <Card title="Invited" about="They have not accepted yet." flush>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((invitation) => (
          <li
            key={invitation.Id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3 max-md:px-4"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="wrap-anywhere">
                <span className="font-medium">{invitation.Name}</span>{" "}
                <span className="text-muted">
                  {invitation.Email} · {kindWords[invitation.Kind]}
                  {invitation.CustomerName && ` at ${invitation.CustomerName}`}
                  {invitation.Customers && ` for ${customersWords(invitation.Customers)}`}
                </span>
              </p>
              <InvitationState invitation={invitation} />
            </div>
            {invitation.MayChange && (
              <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
                <Button
                  size="small"
                  busy={resend.isPending && resend.variables.params.invitationId === invitation.Id}
                  onClick={() =>
                    resend.mutate(params(invitation), {
                      onSuccess: () => toast(`A new invitation was sent to ${invitation.Email}`),
                    })
                  }
                >
                  Resend
                </Button>
                <Button size="small" variant="outlineDanger" onClick={() => setWithdrawing(invitation)}>
                  Withdraw
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="border-t border-line px-5 py-3 max-md:px-4">
          <Button
            size="small"
            className="max-md:w-full"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more invitations
          </Button>
        </div>
      )}
      {withdrawing && (
        <ConfirmDialog
          title={`Withdraw the invitation to ${withdrawing.Name}?`}
          action="Withdraw invitation"
          danger
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate(params(withdrawing))}
          onClose={() => setWithdrawing(undefined)}
        >
          The link in the email stops working. You can invite them again at any time.
        </ConfirmDialog>
      )}
    </Card>
  );
}

const customersWords = (count: number): string =>
  count === 1 ? "1 customer" : `${count.toLocaleString("en-GB")} customers`;
