import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/placeholder.tsx";
import { footerQuery } from "../portal/footer/footer.queries.ts";
import { makeQueryClient } from "../platform/queries.ts";
import { PolicyDialog } from "../shared/policy-dialog.tsx";
import { QueryError } from "../shared/query-error.tsx";

export type Popup = "privacy" | "terms" | "company";

/** Shows the popups of the public pages' footer. */
export function FooterPopup({ popup, onClose }: { popup: Popup; onClose: () => void }) {
  return popup === "company" ? (
    <CompanyDialog onClose={onClose} />
  ) : (
    <PolicyDialog policyId={popup} onClose={onClose} />
  );
}

function CompanyDialog({ onClose }: { onClose: () => void }) {
  const [queries] = useState(makeQueryClient);
  const { data, error, refetch } = useQuery({ ...footerQuery, retry: false }, queries);
  return (
    <Dialog size="small" title="Company details" onClose={onClose}>
      {data ? (
        <ul className="grid gap-1">
          {data
            .filter(({ Group }) => Group === "company")
            .map(({ Label }) => (
              <li key={Label}>{Label}</li>
            ))}
        </ul>
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-20 w-full" />
      )}
    </Dialog>
  );
}
