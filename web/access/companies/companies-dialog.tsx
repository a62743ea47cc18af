import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../shared/query-error.tsx";
import { kindWords } from "../../shared/users/user-words.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/status.tsx";
import { companiesQuery, type Company } from "./companies.queries.ts";
import { useSwitchCompany } from "./use-switch-company.ts";

/** Lists the companies of the person signed in; every one but the current one can be switched to. */
export function CompaniesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(companiesQuery);
  const go = useSwitchCompany();
  return (
    <Dialog
      title="Your companies"
      size="small"
      onClose={onClose}
      locked={go.isPending}
      footer={
        <Button onClick={onClose} disabled={go.isPending}>
          Close
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">The portal reloads in the company you choose, in your other tabs too.</p>
        {go.error && (
          <Alert type="danger" live title="You have not switched company">
            {go.error.message}
          </Alert>
        )}
        {data ? (
          <ul className="divide-y divide-line rounded-card border border-line">
            {data.map((company) => (
              <Line
                key={company.Id}
                company={company}
                busy={go.isPending && go.variables.params.membershipId === company.Id}
                disabled={go.isPending}
                onGo={() => go.mutate({ params: { membershipId: company.Id } })}
              />
            ))}
          </ul>
        ) : error ? (
          <QueryError tight error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-32 w-full" />
        )}
      </div>
    </Dialog>
  );
}

const closedWords: Record<NonNullable<Company["Closed"]>, string> = {
  companyNotByProvider:
    "This company does not accept your sign-in provider. Sign in with your username and password to open it.",
  companyOnlyByProvider:
    "This company lets its people in by single sign-on only. Sign out, then sign in at your organisation’s provider.",
  companyNotFromHere: "This company lets its people in from certain addresses only, and yours is not one of them.",
  secondFactorMissing: "This company requires a second factor. Set one up under Your account, Security, to open it.",
  secondFactorFirst: "This company requires a second factor. Sign out, then sign in again with yours.",
};

type LineProps = { company: Company; busy: boolean; disabled: boolean; onGo: () => void };

function Line({ company: { Name, Reseller, Kind, Present, Closed }, busy, disabled, onGo }: LineProps) {
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <div className="grid min-w-0">
          <span className="font-medium wrap-anywhere">{Name}</span>
          <span className="text-sm text-muted">
            {[kindWords[Kind], ...(Reseller ? [`with ${Reseller}`] : [])].join(", ")}
          </span>
        </div>
        {Present ? (
          <Badge tone="accent">You are here</Badge>
        ) : (
          !Closed && (
            <Button size="small" busy={busy} disabled={disabled} onClick={onGo}>
              Switch<span className="sr-only"> to {Name}</span>
            </Button>
          )
        )}
      </div>
      {Closed && <p className="text-sm text-muted">{closedWords[Closed]}</p>}
    </li>
  );
}
