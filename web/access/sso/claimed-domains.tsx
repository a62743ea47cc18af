import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { ReasonDialog } from "../../shared/reason-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { claimedDomainsQuery, type ClaimedDomain } from "../company-providers/company-providers.queries.ts";

/** Domains that companies claim for their own providers and have not proven. */
export function ClaimedDomains() {
  const { data, error, refetch } = useQuery(claimedDomainsQuery);
  const [chosen, setChosen] = useState<ClaimedDomain>();
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-32" />;
  if (data.length === 0)
    return (
      <EmptyState icon="checkCircle" title="No domain waits">
        A domain that a company claims for its own provider appears here until its DNS record is found.
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.map((item) => (
          <li
            key={`${item.CompanyId} ${item.Domain}`}
            className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 max-md:px-4"
          >
            <span className="grid min-w-0">
              <span className="font-medium wrap-anywhere">{item.Domain}</span>
              <span className="text-sm text-muted">
                {item.CompanyName} · claimed {formatDateTime(item.Asked)}
              </span>
            </span>
            <Button onClick={() => setChosen(item)}>
              Approve<span className="sr-only"> {item.Domain}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <ApproveDialog item={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function ApproveDialog({ item, onClose }: { item: ClaimedDomain; onClose: () => void }) {
  const approve = useWrite(companyProvider.approveDomain, {
    refreshes: ["companyProvider"],
    shown: true,
    onDone: () => {
      toast("The domain is approved");
      onClose();
    },
  });
  const { CompanyId, CompanyName, Domain } = item;
  return (
    <ReasonDialog
      draft={`approveDomain:${CompanyId}:${Domain}`}
      title="Approve this domain?"
      subtitle={`${Domain} · ${CompanyName}`}
      action="Approve domain"
      about="Only if you have seen that the domain is the company’s. Its provider then speaks for everybody at it."
      proofFor={`the company’s provider will say who the people at ${Domain} are.`}
      longest={500}
      write={approve}
      send={(Reason) => approve.mutateAsync({ body: { CompanyId, Domain, Reason } })}
      onClose={onClose}
    />
  );
}
