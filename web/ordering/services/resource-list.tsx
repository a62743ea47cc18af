import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { rightOf } from "@tradewind/contract/screen.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { useProven } from "../../shared/use-proven.tsx";
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
  subscriptions: readonly Pick<Service["Subscriptions"][number], "Id" | "Name">[];
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
              {each.Attributes.length > 0 && <Answers answers={each.Attributes} />}
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

const reveals = rightOf(services.reveal);

/** What identifies it; of a secret, once a person who proved who they are asks to see it. */
function Code({ resource: { Id, Label, Text, IsSecret } }: { resource: Resource }) {
  const reveal = useWrite(services.reveal, { shown: true });
  const [send, proof] = useProven();
  const mayReveal = useAllowed(reveals);
  const label = Label.toLowerCase();
  const shown = IsSecret ? reveal.data : { Text, Attributes: [] };
  if (shown)
    return (
      <>
        <span className="figures font-medium wrap-anywhere select-all">{shown.Text}</span>
        {shown.Attributes.length > 0 && <Answers answers={shown.Attributes} />}
      </>
    );
  if (!mayReveal) return <span className="text-muted">Hidden</span>;
  const show = () =>
    void send({
      title: `Show the ${label}`,
      action: "Show",
      about: `Confirm that it is you: whoever has the ${label} can use it. That you looked at it is kept in the activity log.`,
      send: () => reveal.mutateAsync({ params: { resourceId: Id } }),
    });
  return (
    <>
      <Button variant="link" size="small" className="w-fit" busy={reveal.isPending} onClick={show}>
        Show {label}
      </Button>
      {reveal.error && reveal.error.code !== "confirmFirst" && (
        <span role="alert" className="text-sm text-danger">
          {reveal.error.message}
        </span>
      )}
      {proof}
    </>
  );
}

const Answers = ({ answers }: { answers: Resource["Attributes"] }) => (
  <span className="text-sm wrap-anywhere">{answers.map(({ Label, Text }) => `${Label}: ${Text}`).join(" · ")}</span>
);
