import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { expiryOf, nameOfCard, wordOfBrand } from "../../shared/card-words.ts";
import type { Method } from "./method-words.ts";
import { cardsQuery, type CardStatus, type PaymentCard, type PaymentOptions } from "./payment-options.queries.ts";

/** Nothing becomes the default while paying is off. */
type Acts = { onMakeDefault: ((method: Method) => void) | undefined; onCancel: (method: Method) => void };
type Props = Acts & { options: PaymentOptions; onAdd: () => void };

/** The company's cards of one status, the newest first. */
export function CardsCard({ options, onAdd, ...acts }: Props) {
  const [status, setStatus] = useState<CardStatus>("Active");
  const canAdd = options.CanAdd.includes("card");
  return (
    <Card
      flush
      title="Cards"
      about={`We take ${options.AcceptedBrands.map(wordOfBrand).join(", ")}`}
      actions={
        canAdd && (
          <Button icon="add" onClick={onAdd}>
            Add card
          </Button>
        )
      }
    >
      <div className="px-5 pb-2 max-md:px-4">
        <Tabs
          label="Status of cards"
          tabs={[
            { id: "Active", label: "Active" },
            { id: "Closed", label: "Closed" },
          ]}
          value={status}
          onValue={setStatus}
        >
          <CardList status={status} canAdd={canAdd} {...acts} />
        </Tabs>
      </div>
    </Card>
  );
}

function CardList({ status, canAdd, ...acts }: Acts & { status: CardStatus; canAdd: boolean }) {
  const { data, error, refetch } = useQuery(cardsQuery(status));
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="mb-3 h-20" />;
  if (data.length === 0)
    return status === "Active" ? (
      <EmptyState tight icon="card" title="No cards yet">
        {canAdd
          ? "Add one to pay your invoices with it. Its number is kept by our payment provider, never by us."
          : "Cards cannot be added at the moment. Please pay by bank transfer."}
      </EmptyState>
    ) : (
      <EmptyState tight icon="card" title="No closed cards">
        Cards that you replace are listed here.
      </EmptyState>
    );
  return (
    <ul className="-mt-3 divide-y divide-line" aria-label={`${status} cards`}>
      {data.map((card) => (
        <CardRow key={card.Id} card={card} {...acts} />
      ))}
    </ul>
  );
}

function CardRow({ card, onMakeDefault, onCancel }: Acts & { card: PaymentCard }) {
  const method = { kind: "card", of: card } as const;
  const isActive = card.PaymentMethodStatus === "Active";
  const expiry = expiryOf(card);
  const name = nameOfCard(card);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {card.IsDefault && <Badge tone="accent">Default</Badge>}
        </span>
        <span className="text-sm text-muted">
          {expiry && `Expires ${expiry}, `}added {formatDate(card.CreatedDate)}
        </span>
      </div>
      <span className="flex items-center gap-4">
        <StatusDot tone={isActive ? "success" : "disabled"}>{card.PaymentMethodStatus}</StatusDot>
        {isActive && !card.IsDefault && (
          <span className="flex gap-2">
            {onMakeDefault && (
              <Button size="small" aria-label={`Make default: ${name}`} onClick={() => onMakeDefault(method)}>
                Make default
              </Button>
            )}
            <Button size="small" variant="light" aria-label={`Cancel: ${name}`} onClick={() => onCancel(method)}>
              Cancel
            </Button>
          </span>
        )}
      </span>
    </li>
  );
}
