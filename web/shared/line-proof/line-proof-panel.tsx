import type { LineProof, LineWorking } from "@tradewind/contract/ordering/line-proofs.ts";
import { creditReasonWords } from "@tradewind/domain/billing/line-credits.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatDateTime, formatLastDay, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SidePanel } from "../../ui/dialog.tsx";
import { formatMoney, MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { orderAddress, serviceAddress } from "../customer-context.ts";
import { invoiceAddress } from "../invoice-address.ts";
import { TextLink } from "../link-render.tsx";
import { formatUnitPrice } from "../proposal/unit-price.ts";
import { QueryError } from "../query-error.tsx";
import { lineProofQuery } from "./line-proof.queries.ts";

/** What a line shows, to whoever may see its amount. */
export type PricedLine = {
  Id: string;
  CustomerId: string;
  Quantity: number;
  Unit: string | null;
  UnitCost: string | null;
  Net: MoneyValue;
};

type Props = {
  invoiceId: string;
  line: PricedLine;
  /** What was charged, for whom and when. */
  about: string;
  onClose: () => void;
};

/** Shows how a line of an invoice came about: its arithmetic, its price, its order, and what had happened by then. */
export function LineProofPanel({ invoiceId, line, about, onClose }: Props) {
  const { data, error, refetch } = useQuery(lineProofQuery(invoiceId, line.Id));
  return (
    <SidePanel title="How this amount came about" subtitle={about} onClose={onClose}>
      {error && <QueryError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <div className="grid gap-7">
          {data.Credit ? (
            <Credited credit={data.Credit} net={line.Net} />
          ) : (
            <Arithmetic line={line} working={data.Working} />
          )}
          <Facts line={line} proof={data} />
          {data.History.length > 0 && (
            <section className="grid gap-3">
              <h3 className="font-semibold">What had happened by then</h3>
              <Timeline entries={data.History.map((event) => toEntry(event, line.CustomerId))} />
            </section>
          )}
        </div>
      )}
    </SidePanel>
  );
}

const toEntry = (event: LineProof["History"][number], customerId: string) => ({
  id: event.Id,
  what: (
    <>
      {event.Text}
      {event.Order && (
        <>
          {" "}
          by order <TextLink to={orderAddress(customerId, event.Order.Id)}>{event.Order.Number}</TextLink>
        </>
      )}
    </>
  ),
  ...(event.By ? { who: event.By } : {}),
  at: event.EffectiveAt,
  when: formatMoment(event.EffectiveAt),
});

/** Who credited the line by hand, when and why, and of which line. */
const Credited = ({ credit, net }: { credit: NonNullable<LineProof["Credit"]>; net: MoneyValue }) => (
  <section className="grid gap-3">
    <p>
      <MoneyText className="font-semibold" value={net} /> before VAT, credited by hand
    </p>
    <dl className="grid gap-3">
      <Fact name="Why">
        {creditReasonWords[credit.Reason]}: {credit.Words}
      </Fact>
      <Fact name="Credited">
        By {credit.By} on {formatDateTime(credit.At)}
      </Fact>
      <Fact name="Of">
        The charge for {formatDate(credit.PeriodFrom)} to {formatLastDay(credit.PeriodUntil)} on{" "}
        <TextLink to={invoiceAddress({ Id: credit.InvoiceId, Kind: "invoice" })}>{credit.Number}</TextLink> of{" "}
        {formatDate(credit.IssuedOn)}
      </Fact>
    </dl>
  </section>
);

type Step = { words: string; amount: MoneyValue };

/** Adds the steps up to the amount of the line. */
function Arithmetic({ line, working }: { line: Props["line"]; working: LineWorking | null }) {
  if (!working)
    return (
      <p className="text-muted">
        {line.UnitCost &&
          `${line.Quantity.toLocaleString("en-GB")} at ${formatUnitPrice(line.UnitCost, line.Net.Currency)}. `}
        Nothing was recorded from which this amount could be worked out once more.
      </p>
    );
  return (
    <table className="w-full">
      <caption className="sr-only">The arithmetic</caption>
      <tbody className="divide-y divide-line">
        {stepsOf(line, working).map(({ words, amount }) => (
          <tr key={words} className="align-top">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {words}
            </th>
            <td className="py-2 text-right">
              <MoneyText value={amount} />
            </td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="py-2 pr-4 text-left">
            Amount of the line, before VAT
          </th>
          <td className="py-2 text-right">
            <MoneyText value={line.Net} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function stepsOf(line: Props["line"], working: LineWorking): Step[] {
  const unit = line.Unit ?? "unit";
  const price = line.UnitCost ? formatUnitPrice(line.UnitCost, line.Net.Currency) : "";
  switch (working.Kind) {
    case "units": {
      const parts = working.Shares.map(({ Days, Of }) => `, for ${Days} of ${Of} days`).join("");
      const wordsOf = (units: number, which = "") => `${counted(units, unit)}${which} at ${price}${parts}`;
      const { Before, After } = working;
      return [
        ...(After.Units > 0 ? [{ words: wordsOf(After.Units), amount: After.Cost }] : []),
        ...(Before.Units > 0
          ? [{ words: `Less the ${wordsOf(Before.Units, " there were before,")}`, amount: minus(Before.Cost) }]
          : []),
      ];
    }
    case "correction":
      return [
        {
          words: `${counted(Math.abs(working.Quantity), unit)} of the ${Math.abs(working.ChargedQuantity).toLocaleString("en-GB")} charged for ${formatMoney(working.Charged)}`,
          amount: line.Net,
        },
      ];
    case "usage":
      return ofMonth(
        working,
        `Used ${working.Used} in the month, of which ${working.Included} were paid for with the licences; the rest at ${price}`,
      );
    case "billed":
      return ofMonth(
        working,
        `The vendor’s file bills exactly ${formatUnitPrice(working.Exact, line.Net.Currency)}. All of the month comes to, rounded once`,
      );
  }
}

/** What all of a month comes to, less what was charged of it before. */
const ofMonth = ({ Whole, Before }: { Whole: MoneyValue; Before: MoneyValue }, words: string): Step[] => [
  { words, amount: Whole },
  ...(BigInt(Before.Minor) === 0n
    ? []
    : [{ words: "Less what was charged of that month before", amount: minus(Before) }]),
];

const minus = ({ Minor, Currency }: MoneyValue): MoneyValue => ({ Minor: String(-BigInt(Minor)), Currency });

/** The price, the order, the service and the rule, each where there is one. */
function Facts({ line, proof }: { line: Props["line"]; proof: LineProof }) {
  const { Order, Service, PriceList, PriceProtectedUntil, Rule, ChargedAt } = proof;
  const price = line.UnitCost && formatUnitPrice(line.UnitCost, line.Net.Currency);
  return (
    <dl className="grid gap-3">
      {PriceList && price && (
        <Fact name="Price">
          {price} on the price list of {formatDate(PriceList.From)}
          {PriceList.Recommended &&
            `, which recommends to sell at ${formatUnitPrice(PriceList.Recommended, line.Net.Currency)}`}
          {PriceProtectedUntil && `. Protected until ${formatLastDay(PriceProtectedUntil)}`}
        </Fact>
      )}
      {Order && (
        <Fact name="Ordered">
          By {Order.PlacedBy} on {formatMoment(Order.PlacedAt)}, order{" "}
          <TextLink to={orderAddress(line.CustomerId, Order.Id)}>{Order.Number}</TextLink>
        </Fact>
      )}
      {Service && (
        <Fact name="Service">
          <TextLink to={serviceAddress(line.CustomerId, Service.InstanceId)}>{Service.Name}</TextLink>
        </Fact>
      )}
      {Rule && (
        <Fact name="Rule">
          {Rule.Text} <span className="block text-sm text-muted">{Rule.Id}</span>
        </Fact>
      )}
      <Fact name="Charged">{formatMoment(ChargedAt)}</Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6rem_1fr] gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
