import { everySignInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { ReasonDialog } from "../../shared/reason-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { limitingCompaniesQuery, type LimitingCompany } from "./sign-in-rules.queries.ts";

/** Lists the companies that limit who comes in, and lets those in again who shut themselves out. */
export function EverySignInRulesScreen() {
  const { data, error, refetch } = useQuery(limitingCompaniesQuery);
  const [lifting, setLifting] = useState<LimitingCompany>();
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title="Sign-in rules"
        about="Companies that let their people in from certain addresses or by single sign-on only"
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-28" />
      ) : data.length === 0 ? (
        <Card>
          <EmptyState icon="building" title="No company limits sign-in">
            Companies set rules under Your account. If one shuts itself out, you can let its people in again here.
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4">
          {data.map((company) => (
            <li
              key={company.CompanyId}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4"
            >
              <div className="grid min-w-0 gap-0.5">
                <h2 className="text-base wrap-anywhere">{company.CompanyName}</h2>
                <p>{rulesOf(company)}</p>
                <p className="text-sm text-muted">Changed {formatDateTime(company.Changed)}</p>
              </div>
              <Button aria-label={`Lift the rules of ${company.CompanyName}`} onClick={() => setLifting(company)}>
                Lift
              </Button>
            </li>
          ))}
        </ul>
      )}
      {lifting && <LiftDialog company={lifting} onClose={() => setLifting(undefined)} />}
    </div>
  );
}

const rulesOf = ({ Addresses, SsoOnly }: LimitingCompany) =>
  [
    ...(Addresses === null ? [] : [Addresses === 1 ? "One address" : `${Addresses} addresses`]),
    ...(SsoOnly ? ["Single sign-on only"] : []),
  ].join(" · ");

function LiftDialog({ company, onClose }: { company: LimitingCompany; onClose: () => void }) {
  const lift = useWrite(everySignInRules.lift, {
    refreshes: ["signInRules"],
    shown: true,
    onDone: () => {
      toast(`People of ${company.CompanyName} come in again from everywhere`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      draft={`liftRules:${company.CompanyId}`}
      title={`Lift the rules of ${company.CompanyName}?`}
      action="Lift rules"
      danger
      about="Its people are let in again from every address and by every way. The company’s activity log says that you did it and why."
      proofFor="its people are let in again from every address and by every way."
      longest={200}
      write={lift}
      send={(Reason) => lift.mutateAsync({ params: { companyId: company.CompanyId }, body: { Reason } })}
      onClose={onClose}
    />
  );
}
