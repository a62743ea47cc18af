import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import type { Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { useAllowed } from "../../platform/session.ts";
import { inlineAgreementsQuery } from "../../catalogue/agreements/agreements.queries.ts";

const AgreementDialog = lazy(async () => ({ default: (await import("./agreement-dialog.tsx")).AgreementDialog }));

/** Shows the agreements as a card of their own. */
export const AgreementCard = ({ journey }: { journey: Journey }) => (
  <Agreements journey={journey}>
    {(title, list) => (
      <Card title={title} flush>
        <div className="border-t border-line px-5 max-md:px-4">{list}</div>
      </Card>
    )}
  </Agreements>
);

type Props = { journey: Journey; children: (title: string, list: ReactNode) => ReactNode };

/** Shows under which agreements the order is placed, to read and, where that is missing, to sign (AGR-22). */
export function Agreements({ journey, children }: Props) {
  const { data = [] } = useQuery({
    ...inlineAgreementsQuery(journey.AgreementServiceId, journey.InstanceId),
    enabled: useAllowed(agreementGate.inline),
  });
  const [open, setOpen] = useState<string>();
  const read = data.find(({ AgreementId }) => AgreementId === open);
  if (data.length === 0) return null;
  return children(
    data.length === 1 ? "Agreement" : "Agreements",
    <>
      <ul className="divide-y divide-line">
        {data.map((agreement) => (
          <li key={agreement.AgreementId} className="flex items-start justify-between gap-6 py-3">
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
    </>,
  );
}

const stateOf = ({ Version, SignedBy, SignedAt }: Agreement) =>
  SignedBy && SignedAt
    ? `Version ${Version}, signed by ${SignedBy} on ${formatDate(SignedAt)}`
    : `Version ${Version}, not signed yet`;
