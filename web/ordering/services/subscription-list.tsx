import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Changing, SubscriptionRow, type Intent } from "./subscription-row.tsx";
import type { SubscriptionAction } from "./subscription-action.ts";

type Props = {
  subscriptions: readonly CurrentSubscription[];
  intents: readonly Intent[];
  /** Those of which a vendor has not answered what became of a change. */
  unsure: ReadonlySet<string>;
  /** Whether the person may change them. */
  mayChange: boolean;
  onAction: (action: SubscriptionAction) => void;
};

/**
 * Lists current subscriptions with their add-ons below them; ended ones are collapsed at the bottom, once the vendor has
 * ended them too.
 */
export function SubscriptionList({ subscriptions, intents, unsure, mayChange, onAction }: Props) {
  const standing = subscriptions.filter((each) => each.Status !== "cancelled");
  const cancelled = subscriptions.filter((each) => each.Status === "cancelled");
  const leaving = cancelled.filter((each) => each.AtVendor === "changing");
  const ended = cancelled.filter((each) => each.AtVendor !== "changing");
  const ordered = standing
    .filter((each) => !standing.some((other) => other.Id === each.ParentId))
    .flatMap((each) => [each, ...standing.filter((other) => other.ParentId === each.Id)]);
  return (
    <Card title="Subscriptions" flush>
      {ordered.length + leaving.length === 0 ? (
        <EmptyState tight icon="cloud" title="No subscriptions">
          This service no longer has any subscriptions.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {ordered.map((each) => (
            <SubscriptionRow
              key={each.Id}
              subscription={each}
              intents={intents.filter(({ SubscriptionId }) => SubscriptionId === each.Id)}
              nested={ordered.some((other) => other.Id === each.ParentId)}
              unsure={unsure.has(each.Id)}
              mayChange={mayChange}
              onAction={onAction}
            />
          ))}
          {leaving.map((each) => (
            <li key={each.Id} className="flex flex-wrap items-center gap-2 px-5 py-4 max-md:px-4">
              <h3 className="text-base wrap-anywhere">{each.Name}</h3>
              <Changing unsure={unsure.has(each.Id)}>Being cancelled</Changing>
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="border-t border-line px-5 py-3 max-md:px-4">
          <summary className="min-h-6 text-muted hover:text-ink">
            {ended.length} ended {ended.length === 1 ? "subscription" : "subscriptions"}
          </summary>
          <ul className="mt-2 grid gap-1.5">
            {ended.map((each) => (
              <li key={each.Id} className="figures flex justify-between gap-4 text-muted">
                <span className="wrap-anywhere">{each.Name}</span>
                <span>{each.Quantity.toLocaleString("en-GB")}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
