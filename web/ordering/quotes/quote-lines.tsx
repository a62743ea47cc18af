import { customers } from "@tradewind/contract/customers/customers.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { isBelowCost, quotePer, quoteWords } from "@tradewind/domain/ordering/quotes.ts";
import { formatRate, times, type Currency } from "@tradewind/domain/values/money.ts";
import { lazy, Suspense, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Card } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";
import { defaultsOf } from "../../shared/field-answers.ts";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { StepFields } from "../../shared/step-fields.tsx";
import {
  changeLine,
  priceOf,
  withAnswers,
  withLine,
  type Draft,
  type DraftLine,
  type DraftOrder,
} from "./quote-draft.ts";

const AnswersDialog = lazy(async () => ({ default: (await import("./answers-dialog.tsx")).AnswersDialog }));

type Offer = ResultOf<typeof quotes.offers>["Items"][number];
type Props = {
  draft: Draft;
  currency: Currency;
  customer: Option | undefined;
  /** The offer to begin with, once it is known for whom. */
  wanted: string | undefined;
  onDraft: (draft: Draft) => void;
};

/** What is offered, by customer, and how more is added. */
export function QuoteLines({ draft, currency, customer: first, wanted, onDraft }: Props) {
  const last = draft.orders.at(-1);
  const [customer, setCustomer] = useState<Option | null>(
    first ?? (last ? { id: last.CustomerId, label: last.CustomerName } : null),
  );
  const [answering, setAnswering] = useState<DraftOrder>();
  const [found] = useState(() => new Map<string, Offer>());
  const findOffers = async (text: string): Promise<readonly Option[]> => {
    if (!customer) return [];
    const { Items } = await call(quotes.offers, { query: { CustomerId: customer.id, Search: text } });
    for (const offer of Items) found.set(offer.OfferId, offer);
    return Items.map((offer) => ({
      id: offer.OfferId,
      label: offer.Name,
      hint: `${quoteWords({ term: offer.Term, billing: offer.Billing })} · cost ${formatRate(offer.UnitCost, currency)}`,
    }));
  };
  const isAwaited = wanted !== undefined && draft.orders.length === 0;
  const choose = (option: Option | null) => {
    setCustomer(option);
    if (!option || !isAwaited) return;
    void call(quotes.offers, { query: { CustomerId: option.id, OfferId: wanted } })
      .then(({ Items: [offer] }) => {
        if (offer) addOffer(offer, option);
        else toast("This plan cannot be quoted to this customer. Add another one.", { kind: "problem" });
      })
      .catch((error: unknown) => toast(asApiError(error).message, { kind: "problem" }));
  };
  const add = (option: Option | null) => {
    const offer = option && found.get(option.id);
    if (offer && customer) addOffer(offer, customer);
  };
  const addOffer = (offer: Offer, { id: CustomerId, label: CustomerName }: Option) => {
    const { Attributes, ...facts } = offer;
    const line: DraftLine = {
      ...facts,
      Key: crypto.randomUUID(),
      AddOnTo: null,
      Quantity: Math.max(1, offer.Minimum),
      price: "",
      fields: Attributes,
      attributes: defaultsOf(Attributes),
    };
    onDraft(withLine(draft, { CustomerId, CustomerName, ...offer }, line));
  };
  return (
    <Card title="What it offers">
      <div className="grid gap-5">
        {draft.orders.map((order) => (
          <section
            key={`${order.CustomerId} ${order.ProductId}`}
            aria-label={`${order.ProductName} for ${order.CustomerName}`}
            className="grid gap-1"
          >
            <h3 className="text-sm font-medium">
              {order.CustomerName} <span className="font-normal text-muted">· {order.ProductName}</span>
            </h3>
            {order.reason && (
              <Alert type="warning" title="This could not be ordered now">
                {order.reason}
              </Alert>
            )}
            {order.missing.length > 0 && (
              <Alert
                type="info"
                title="To be answered before it is ordered"
                action={
                  <Button size="small" onClick={() => setAnswering(order)}>
                    Answer now
                  </Button>
                }
              >
                {order.missing.join(", ")}
              </Alert>
            )}
            <ul className="grid">
              {order.lines.map((line) => (
                <LineFields
                  key={line.Key}
                  line={line}
                  currency={currency}
                  onLine={(change) => onDraft(changeLine(draft, line.Key, change))}
                />
              ))}
            </ul>
          </section>
        ))}
        <Suspense>
          {answering && (
            <AnswersDialog
              title="Answer now"
              action="Keep the answers"
              order={{ ...answering, Reason: null }}
              given={answering.details}
              onAnswers={(details) => {
                onDraft(withAnswers(draft, answering, details));
                setAnswering(undefined);
              }}
              onClose={() => setAnswering(undefined)}
            />
          )}
        </Suspense>
        <div className="grid gap-4 rounded-control bg-sunken p-4 md:grid-cols-2">
          <Combobox
            label="Customer"
            value={customer}
            onValue={choose}
            search={findCustomers}
            placeholder={isAwaited ? "For whom? The plan is then added" : ""}
          />
          <Combobox
            key={`${customer?.id} ${draft.orders.flatMap(({ lines }) => lines).length}`}
            label="Add a product"
            value={null}
            placeholder={customer ? "Search products" : "Choose a customer first"}
            disabled={!customer}
            onValue={add}
            search={findOffers}
          />
        </div>
      </div>
    </Card>
  );
}

type LineProps = { line: DraftLine; currency: Currency; onLine: (change: Partial<DraftLine> | null) => void };

function LineFields({ line, currency, onLine }: LineProps) {
  const price = priceOf(line);
  const isNoPrice = line.price.trim() !== "" && price === null;
  const usual = line.UsualPrice ?? line.Recommended;
  const amount = price === null ? undefined : times(price, line.Quantity, currency);
  return (
    <li className="grid gap-3 border-b border-line py-3 last:border-0">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0">
          <span className="wrap-anywhere">{line.Name}</span>
          <span className="text-sm text-muted">{quoteWords({ term: line.Term, billing: line.Billing })}</span>
        </div>
        <IconButton icon="trash" size="small" label={`Remove ${line.Name}`} onClick={() => onLine(null)} />
      </div>
      <div className="flex flex-wrap items-start gap-4">
        <NumberField
          label={unitLabel(line.Unit)}
          className="w-44"
          min={1}
          max={100_000}
          value={line.Quantity}
          present={line.Quantity}
          onValue={(Quantity) => onLine({ Quantity })}
        />
        <TextField
          label={`Price ${quotePer[line.Billing]}`}
          className="w-40"
          inputMode="decimal"
          placeholder={usual ?? "Set a price"}
          value={line.price}
          error={
            isNoPrice
              ? "Must be a number, for example 12.50"
              : price === null
                ? "There is no usual price: set one"
                : undefined
          }
          hint={
            price !== null && isBelowCost({ unitPrice: price, unitCost: line.UnitCost }) ? (
              <>
                Cost {formatRate(line.UnitCost, currency)}{" "}
                <BelowCost cost={line.UnitCost} price={price} currency={currency} />
              </>
            ) : (
              `Cost ${formatRate(line.UnitCost, currency)}${line.UsualPrice ? `, usually ${formatRate(line.UsualPrice, currency)}` : line.Recommended ? `, recommended ${formatRate(line.Recommended, currency)}` : ""}`
            )
          }
          onChange={({ target }) => onLine({ price: target.value })}
        />
        {amount && (
          <p className="figures ml-auto grid content-start gap-1.5 text-end max-md:ml-0 max-md:text-start">
            <span className="text-sm text-muted">Net</span>
            <MoneyText className="font-medium" value={{ Minor: String(amount.minor), Currency: currency }} />
          </p>
        )}
      </div>
      {line.fields.length > 0 && (
        <StepFields
          fields={line.fields}
          values={line.attributes}
          problems={{}}
          onValue={(name, value) => onLine({ attributes: { ...line.attributes, [name]: value } })}
        />
      )}
    </li>
  );
}

async function findCustomers(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { Items } = await call(customers.suggestions, { query: { Search: text }, signal });
  return Items.map(({ Id, Name, Status }) => ({
    id: Id,
    label: Name,
    disabled: Status === "Suspended",
    ...(Status === "Suspended" ? { hint: "Suspended" } : {}),
  }));
}
