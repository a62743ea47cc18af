import { optOuts, type PolicyId } from "@tradewind/domain/portal/footer.ts";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/placeholder.tsx";
import { policyQuery } from "../portal/footer/footer.queries.ts";
import { makeQueryClient } from "../platform/queries.ts";
import { PolicyText } from "./policy-text.tsx";
import { QueryError } from "./query-error.tsx";

const titles: Readonly<Record<PolicyId, string>> = {
  privacy: "Privacy and cookies policy",
  cookies: "Cookies policy",
  terms: "Terms and conditions",
  dataProtection: "Data protection statement",
};

/** Lists the kinds of message that can be opted out of, for people who cannot choose here. */
export function OptOutKinds({ note }: { note: string }) {
  return (
    <div className="grid gap-2 rounded-control border border-line px-4 py-3">
      <ul aria-label="Messages you can choose" className="grid gap-1.5">
        {optOuts.map(({ id, label, description }) => (
          <li key={id}>
            <span className="font-medium">{label}</span> <span className="text-muted">{description}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{note}</p>
    </div>
  );
}

type PolicyDialogProps = { policyId: PolicyId; optOutList?: ReactNode; onClose: () => void };

/** Shows a policy in a popup, signed in or not. It has a separate query client, since the public pages have none. */
export function PolicyDialog({ policyId, optOutList, onClose }: PolicyDialogProps) {
  const [queries] = useState(makeQueryClient);
  const { data: policy, error, refetch } = useQuery(policyQuery(policyId), queries);
  return (
    <Dialog size="large" title={policy?.Title ?? titles[policyId]} onClose={onClose}>
      {policy ? (
        <PolicyText
          sections={policy.Sections}
          custom={{ OptOuts: optOutList ?? <OptOutKinds note="Sign in to choose which of them reach you." /> }}
        />
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-hidden="true" className="grid gap-3">
          {["w-full", "w-2/3", "w-full", "w-1/2"].map((width, at) => (
            <Skeleton key={at} className={width} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
