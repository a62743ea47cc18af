import { screens } from "@tradewind/contract/screens.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { asApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { invitationQuery } from "./companies.queries.ts";
import { useSwitchCompany } from "./use-switch-company.ts";
import { useParamsOf } from "../../shared/screen-address.ts";

/** Lets an existing user accept an invitation to another company. */
export function JoinScreen() {
  const { key } = useParamsOf(screens.joinCompany);
  const { User } = useSession();
  const { data, error, refetch } = useQuery(invitationQuery(key));
  const join = useWrite(invitations.join, { shown: true, refreshes: ["session", "companies"] });
  const go = useSwitchCompany();
  if (join.data)
    return (
      <div className="mx-auto grid w-full max-w-2xl">
        <PageHeader title={`You have joined ${join.data.Company}`} />
        <Card>
          <div className="grid gap-4 pt-2">
            <p>You can switch to it here, or at any time under My Account.</p>
            {go.error && (
              <Alert type="warning" live>
                {go.error.message}
              </Alert>
            )}
            <div className="flex flex-wrap gap-2 max-md:*:w-full">
              <Button
                variant="primary"
                busy={go.isPending}
                onClick={() => go.mutate({ params: { membershipId: join.data.MembershipId } })}
              >
                Switch to {join.data.Company}
              </Button>
            </div>
          </div>
        </Card>
      </div>
    );
  const over = error && [400, 410].includes(asApiError(error).status);
  if (over)
    return (
      <EmptyState page icon="clock" title="This invitation is no longer valid">
        {asApiError(error).message}
      </EmptyState>
    );
  if (error) return <QueryError page error={error} onRetry={() => void refetch()} />;
  const isMine = data && data.UserName.toLowerCase() === User.userName.toLowerCase();
  return (
    <div className="mx-auto grid w-full max-w-2xl">
      <PageHeader title={data ? `Join ${data.Company}` : <Skeleton className="h-7 w-64" />} />
      {data ? (
        <Card>
          <div className="grid gap-6 pt-2">
            <p>
              {data.InvitedBy} invites you. You keep your username and password, and switch between your companies under
              My Account.
            </p>
            <Facts
              facts={[
                { label: "Company", value: data.Company },
                { label: "Invited as", value: data.UserName },
                { label: "Valid until", value: formatDate(data.ExpiresAt) },
              ]}
            />
            {!isMine && (
              <Alert type="warning" title="This invitation is for somebody else">
                You are signed in as {User.userName}. Sign out, then open the link again as {data.UserName}.
              </Alert>
            )}
            {join.error && (
              <Alert type="danger" live>
                {join.error.message}
              </Alert>
            )}
            {isMine && (
              <div className="flex flex-wrap gap-2 max-md:*:w-full">
                <Button variant="primary" busy={join.isPending} onClick={() => join.mutate({ body: { Key: key } })}>
                  Join {data.Company}
                </Button>
              </div>
            )}
          </div>
        </Card>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </div>
  );
}
