import { everySignInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/status.tsx";
import { TextArea } from "../../ui/text-field.tsx";
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
  const form = useId();
  const [Reason, setReason] = useState("");
  const [unproven, setUnproven] = useState(false);
  const lift = useWrite(everySignInRules.lift, {
    refreshes: ["signInRules"],
    shown: true,
    onDone: () => {
      toast(`People of ${company.CompanyName} come in again from everywhere`);
      onClose();
    },
  });
  const send = () => lift.mutateAsync({ params: { companyId: company.CompanyId }, body: { Reason } });
  const title = `Lift the rules of ${company.CompanyName}?`;
  if (unproven)
    return (
      <ProofDialog refused title={title} action="Lift rules" danger onClose={onClose} onProven={send}>
        Confirm that it is you: its people are let in again from every address and by every way.
      </ProofDialog>
    );
  const { error } = lift;
  return (
    <TaskDialog
      title={title}
      size="small"
      action="Lift rules"
      danger
      form={form}
      busy={lift.isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send().catch(({ code }: ApiError) => code === "confirmFirst" && setUnproven(true));
        }}
      >
        {error && error.code !== "confirmFirst" && !error.fields["Reason"] && (
          <Alert type="error" live>
            {error.message}
          </Alert>
        )}
        <p className="text-muted">
          Its people are let in again from every address and by every way. The company’s activity log says that you did
          it and why.
        </p>
        <TextArea
          label="Reason"
          maxLength={200}
          value={Reason}
          error={error?.fields["Reason"]}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </TaskDialog>
  );
}
