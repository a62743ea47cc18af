import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";

type Service = ResultOf<typeof services.byId>;
type Resource = Service["Resources"][number];

/** Lists what the subscriptions brought into being, such as numbers and keys; ended ones are collapsed at the bottom. */
export function ResourceList({
  resources,
  subscriptions,
}: {
  resources: Resource[];
  subscriptions: Service["Subscriptions"];
}) {
  const living = resources.filter(({ Until }) => Until === null);
  const ended = resources.filter(({ Until }) => Until !== null);
  const nameOf = ({ SubscriptionId }: Resource) => subscriptions.find(({ Id }) => Id === SubscriptionId)?.Name;
  return (
    <Card title="Numbers, keys and devices" flush>
      <ul className="divide-y divide-line border-t border-line">
        {living.map((each) => (
          <li
            key={each.Id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3 max-md:px-4"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="text-sm text-muted">
                {each.Label} · {nameOf(each)}
              </span>
              <Code resource={each} />
              {each.Attributes.length > 0 && (
                <span className="text-sm wrap-anywhere">
                  {each.Attributes.map(({ Label, Text }) => `${Label}: ${Text}`).join(" · ")}
                </span>
              )}
            </span>
            <span className="text-sm text-muted">since {formatDate(each.Since)}</span>
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <details className="border-t border-line px-5 py-3 max-md:px-4">
          <summary className="min-h-6 text-muted hover:text-ink">{ended.length} ended</summary>
          <ul className="mt-2 grid gap-1.5">
            {ended.map((each) => (
              <li key={each.Id} className="figures flex flex-wrap justify-between gap-x-4 text-muted">
                <span className="wrap-anywhere">{each.IsSecret ? each.Label : each.Text}</span>
                <span>until {formatDate(each.Until!)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

/** What identifies it; of a secret, once somebody asks to see it. */
function Code({ resource: { Label, Text, IsSecret } }: { resource: Resource }) {
  const [shown, setShown] = useState(!IsSecret);
  if (shown) return <span className="figures font-medium wrap-anywhere select-all">{Text}</span>;
  return (
    <Button variant="link" size="small" className="w-fit" onClick={() => setShown(true)}>
      Show {Label.toLowerCase()}
    </Button>
  );
}
