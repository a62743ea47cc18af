import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import type { Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { useAllowed } from "../../platform/session.ts";
import { inlineAgreementsQuery } from "../../catalogue/agreements/agreements.queries.ts";

const AgreementDialog = lazy(async () => ({ default: (await import("./agreement-dialog.tsx")).AgreementDialog }));

/** Shows under which agreements the order is placed, to read and, where that is missing, to sign (AGR-22). */
export function AgreementCard({ journey }: { journey: Journey }) {
  const { data = [] } = useQuery({
    ...inlineAgreementsQuery(journey.AgreementServiceId, journey.InstanceId),
    enabled: useAllowed(agreementGate.inline),
  });
  const [open, setOpen] = useState<string>();
  const read = data.find(({ AgreementId }) => AgreementId === open);
  if (data.length === 0) return null;
  return (
    <Card title={data.length === 1 ? "Agreement" : "Agreements"} flush>
      <ul className="divide-y divide-line border-t border-line">
        {data.map((agreement) => (
          <li key={agreement.AgreementId} className="flex items-start justify-between gap-6 px-5 py-3 max-md:px-4">
            <span className="grid min-w-0">
              <span className="wrap-anywhere">{agreement.Title}</span>
              <span className="text-sm text-muted">{stateOf(agreement)}</span>
            </span>
            <Button
              variant="link"
              size="small"
              aria-label={`Read ${agreement.Title}`}
              onClick={() => setOpen(agreement.AgreementId)}
            >
              {agreement.Signed ? "Read" : "Read and sign"}
            </Button>
          </li>
        ))}
      </ul>
      <Suspense>{read && <AgreementDialog agreement={read} onClose={() => setOpen(undefined)} />}</Suspense>
    </Card>
  );
}

const stateOf = ({ Version, SignedBy, SignedAt }: Agreement) =>
  SignedBy && SignedAt
    ? `Version ${Version}, signed by ${SignedBy} on ${formatDate(SignedAt)}`
    : `Version ${Version}, not signed yet`;
