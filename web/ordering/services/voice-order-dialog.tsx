import type { VoiceOrder } from "@tradewind/contract/ordering/voice.ts";
import { showsStatusOnly, siteLetter } from "@tradewind/domain/ordering/voice.ts";
import { formatShortDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { t } from "../../platform/translate.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { voiceOrderQuery } from "./services.queries.ts";

const tones: Record<VoiceOrder["OrderStatus"], Tone> = {
  Submitted: "information",
  "In progress": "information",
  Completed: "success",
  Rejected: "fail",
  Cancelled: "disabled",
};

/** What an order does, by its type; the words of an unknown one say nothing more than that it is an order. */
const kinds = ["New service", "Change of licences", "Change", "New sites", "Cancellation"] as const;

/** The summary of an order of hosted voice (ORD-45). */
export function VoiceOrderDialog(props: { customerId: string; orderId: string; onClose: () => void }) {
  const { customerId, orderId, onClose } = props;
  const { data, error, refetch } = useQuery(voiceOrderQuery(customerId, orderId));
  return (
    <Dialog
      title={data ? `Hosted voice order ${data.OrderNumber}` : "Hosted voice order"}
      subtitle={data && (kinds[data.OrderType] ?? "Order")}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <Summary order={data} />
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} tight />
      ) : (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  );
}

function Summary({ order }: { order: VoiceOrder }) {
  return (
    <div className="grid gap-5">
      {order.Reasons.length > 0 && (
        <Alert type="error" title={t("ADD_CUSTOMER.ERROR_MESSAGE")}>
          <ul>
            {order.Reasons.map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Pairs
        label="Status"
        pairs={[
          [
            "Status",
            <StatusDot
              key="status"
              tone={tones[order.OrderStatus]}
              moving={order.OrderStatus === "Submitted" || order.OrderStatus === "In progress"}
            >
              {order.OrderStatus}
            </StatusDot>,
          ],
          ["Ordered on", formatShortDate(order.OrderCreatedOn)],
          ["Ordered by", order.OrderCreatedBy],
          [
            "Estimated completion",
            order.EstimatedCompletionDate ? formatShortDate(order.EstimatedCompletionDate) : "Not set",
          ],
        ]}
      />
      {!showsStatusOnly(order.OrderType) && (
        <>
          <Pairs
            label="Licences"
            pairs={[
              ["Mitel licences", withChange(order.MitelLicences, order.MitelLicencesChange)],
              ["Other licences", withChange(order.NonMitelLicences, order.NonMitelLicencesChange)],
            ]}
          />
          <Sites sites={order.Sites} />
        </>
      )}
    </div>
  );
}

/** `8 (+3)`; of what the order does not change, the number alone. */
function withChange(licences: number, change: number): string {
  const now = licences.toLocaleString("en-GB");
  return change === 0 ? now : `${now} (${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en-GB")})`;
}

const Pairs = ({ label, pairs }: { label: string; pairs: readonly (readonly [string, ReactNode])[] }) => (
  <section aria-label={label} className="border-t border-line pt-4 first:border-0 first:pt-0">
    <dl className="figures grid grid-cols-2 gap-x-6 gap-y-3">
      {pairs.map(([name, value]) => (
        <div key={name} className="grid min-w-0 content-start gap-0.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function Sites({ sites }: { sites: VoiceOrder["Sites"] }) {
  const id = useId();
  if (sites.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-line pt-4">
      <h3 id={id} className="text-md">
        {sites.length === 1 ? "1 site" : `${sites.length} sites`}
      </h3>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-[300px] divide-y divide-line overflow-y-auto overscroll-contain rounded-card border border-line"
      >
        {sites.map((site, at) => (
          <li key={at} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3">
            <span className="min-w-6 font-medium">{siteLetter(at)}</span>
            <div className="grid gap-0.5 wrap-anywhere">
              <p className="font-medium">{site.SiteName}</p>
              <p className="text-sm text-muted">
                {[site.Address1, site.Address2, site.Town, site.County, site.Postcode].filter(Boolean).join(", ")}
              </p>
              <p className="figures text-sm text-muted">
                {site.PropertyType === "residential" ? "Residential" : "Commercial"} · {site.DDIAreaCode} ·{" "}
                {site.DDIBlocks === 1 ? "1 block" : `${site.DDIBlocks} blocks`} of ten numbers
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
