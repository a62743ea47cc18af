import { basket, type BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { unitWord } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useAllowed } from "../../platform/session.ts";
import { useWrite } from "../../platform/queries.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { MarginText } from "../../shared/prices/below-cost.tsx";
import { askWords } from "../../shared/proposal/ask-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { BasketItem } from "./basket-item.tsx";

type Props = { line: BasketLine; currency: Currency; onRemoved: (line: BasketLine) => void };

/** One order of the basket: its items, what it costs, and what stands in its way. */
export function BasketOrder({ line, currency, onRemoved }: Props) {
  const remove = useWrite(basket.remove, { refreshes: ["basket"], onDone: () => onRemoved(line) });
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="min-w-0 font-medium wrap-anywhere">{line.ProductName}</h3>
        {line.State === "placing" ? (
          <StatusDot tone="information" moving>
            Being ordered
          </StatusDot>
        ) : (
          <Button
            variant="link"
            size="small"
            aria-label={`Remove ${line.ProductName} for ${line.CustomerName}`}
            busy={remove.isPending}
            onClick={() => remove.mutate({ params: { basketLineId: line.Id } })}
          >
            Remove
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {line.Items.map((item) => (
          <BasketItem key={item.Key} {...{ line, item, currency }} />
        ))}
      </ul>
      <Costs line={line} />
      <Refused line={line} />
      <Trouble line={line} />
      <PriceMoved {...{ line, currency }} />
      <Asks line={line} />
    </li>
  );
}

/** What is due today, what it commits to, and what stays of it. */
function Costs({ line: { Proposal } }: { line: BasketLine }) {
  if (!Proposal?.ChargeNow) return null;
  const { ChargeNow, Commitment, Margin } = Proposal;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Due today, net", formatMoney(ChargeNow.Net)],
    ...(Commitment ? [[`Committed to ${formatLastDay(Commitment.Until)}`, formatMoney(Commitment.Net)] as const] : []),
    ...(Margin
      ? [
          ["Customer pays each period", formatMoney(Margin.CustomerPrice)] as const,
          ["Your margin", <MarginText key="margin" value={Margin.Margin} />] as const,
        ]
      : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken px-3.5 py-2.5 md:flex md:flex-wrap">
      {facts.map(([label, amount]) => (
        <div key={label} className="grid min-w-0 content-start">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures font-medium">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

function Refused({ line }: { line: BasketLine }) {
  if (line.State !== "open" || !line.Refused) return null;
  return (
    <Alert type="error" title="This was not ordered">
      {line.Refused}
    </Alert>
  );
}

/** Why it cannot be ordered now, and where to go. An agreement is asked for once, above all orders. */
function Trouble({ line }: { line: BasketLine }) {
  const seesProduct = useAllowed(screens.marketplaceProduct);
  if (line.State !== "open" || !line.Trouble) return null;
  const { Code, Text, AgreementId } = line.Trouble;
  return (
    <Alert type="warning" title="This cannot be ordered now">
      <p>{AgreementId ? "Its agreement has to be signed first." : Text}</p>
      {!AgreementId && (
        <p className="flex flex-wrap gap-x-4">
          {Code === "customerSuspended" || !seesProduct ? (
            <TextLink to={customerAddress(line.CustomerId)}>Open {line.CustomerName}</TextLink>
          ) : (
            <TextLink to={linkTo(screens.marketplaceProduct, { productId: line.ProductId })}>
              Choose another plan of {line.ProductName}
            </TextLink>
          )}
        </p>
      )}
    </Alert>
  );
}

/** Says that it becomes a request when the basket is placed. */
function Asks({ line: { State, Proposal } }: { line: BasketLine }) {
  if (State !== "open" || !Proposal?.Rule?.Why) return null;
  return (
    <Alert type="info" title="This needs approval">
      {askWords(Proposal.Rule)} It is sent as a request when you place the basket.
    </Alert>
  );
}

/** Asks whether it is to be ordered although it costs something else than when it was put here. */
function PriceMoved({ line, currency }: { line: BasketLine; currency: Currency }) {
  const agree = useWrite(basket.change, { refreshes: ["basket"] });
  const moved = line.Items.filter((item) => item.UnitCostBefore !== null);
  if (line.State !== "open" || !line.Proposal || moved.length === 0) return null;
  const { Hash } = line.Proposal;
  return (
    <Alert
      type="warning"
      title="The price has changed since you put this here"
      action={
        <Button
          size="small"
          aria-label={`Agree to the new price of ${line.ProductName} for ${line.CustomerName}`}
          busy={agree.isPending}
          onClick={() => agree.mutate({ params: { basketLineId: line.Id }, body: { Hash } })}
        >
          Agree
        </Button>
      }
    >
      {moved.map(({ Key, Name, Unit, UnitCost, UnitCostBefore }) => (
        <p key={Key} className="figures">
          {Name} is now {formatUnitPrice(UnitCost!, currency)} per {unitWord(Unit)}; it was{" "}
          {formatUnitPrice(UnitCostBefore!, currency)}.
        </p>
      ))}
    </Alert>
  );
}
