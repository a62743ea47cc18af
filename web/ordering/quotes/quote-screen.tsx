import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { quotes, type Quote, type QuoteOrder } from "@tradewind/contract/ordering/quotes.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { quotePer, quoteWords } from "@tradewind/domain/ordering/quotes.ts";
import { formatDate, formatDateTime, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { formatRate } from "@tradewind/domain/values/money.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Timeline, type TimelineEntry } from "../../ui/timeline.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed, useSeesPrices } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { orderAddress, serviceAddress } from "../../shared/customer-context.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { orderStateWords, quoteStateWords } from "./quote-words.ts";
import { QuoteSums } from "./quote-sums.tsx";
import { quoteQuery } from "./quotes.queries.ts";

const QuoteEditor = lazy(async () => ({ default: (await import("./quote-editor.tsx")).QuoteEditor }));
const AnswersDialog = lazy(async () => ({ default: (await import("./answers-dialog.tsx")).AnswersDialog }));
const LinkDialog = lazy(async () => ({ default: (await import("./link-dialog.tsx")).LinkDialog }));

const lookAgain = 2_000;
const isAtWork = (quote: Quote | undefined) =>
  quote?.Orders.some(({ State }) => State === "waiting" || State === "working") ?? false;

/** A quote: a draft to be changed, or what was sent and became of it. */
export function QuoteScreen() {
  const { quoteId } = useParamsOf(screens.quote);
  const {
    data: quote,
    error,
    refetch,
  } = useQuery({
    ...quoteQuery(quoteId),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? lookAgain : false),
  });
  useCrumb(quote?.Number);
  const mayChange = useAllowed(acts.order);
  const seesPrices = useSeesPrices();
  if (error && !quote)
    return <QueryError page list={screens.quotes.path} error={error} onRetry={() => void refetch()} />;
  if (!quote) return <Skeleton className="h-80" />;
  if (quote.State === "draft" && mayChange && seesPrices)
    return (
      <Suspense fallback={<Skeleton className="h-80" />}>
        <QuoteEditor key={quote.Id} quote={quote} />
      </Suspense>
    );
  return <SentQuote quote={quote} mayChange={mayChange} seesPrices={seesPrices} />;
}

type Shown = { quote: Quote; mayChange: boolean; seesPrices: boolean };

function SentQuote({ quote, mayChange, seesPrices }: Shown) {
  const { label, ...look } = quoteStateWords[quote.State];
  return (
    <>
      <PageHeader
        title={quote.Title}
        about={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusDot {...look}>{label}</StatusDot>
            <span className="figures">
              {quote.Number}, for {quote.RecipientName}, valid until {formatDate(quote.ValidUntil)}
            </span>
          </span>
        }
        actions={
          <>
            {seesPrices && (
              <DownloadButton
                endpoint={quotes.document}
                sent={{ params: { quoteId: quote.Id } }}
                fileName={`${quote.Number}.pdf`}
              >
                PDF
              </DownloadButton>
            )}
            {mayChange && seesPrices && <Actions quote={quote} />}
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          {quote.Orders.map((order) => (
            <OrderCard key={order.Position} quote={quote} order={order} mayChange={mayChange} />
          ))}
        </div>
        <div className="grid gap-4">
          <Card title="What it comes to">
            <QuoteSums sums={quote.Sums} />
          </Card>
          {quote.Signer && <Signed quote={quote} signer={quote.Signer} />}
          <Card title="What happened">
            <Timeline entries={entriesOf(quote)} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Actions({ quote }: { quote: Quote }) {
  const [asks, setAsks] = useState<"link" | "withdraw">();
  const navigate = useNavigate();
  const copy = useWrite(quotes.copy, {
    refreshes: ["quotes"],
    onDone: ({ Id }) => void navigate({ to: linkTo(screens.quote, { quoteId: Id }) }),
  });
  const withdraw = useWrite(quotes.withdraw, { refreshes: ["quotes"], onDone: () => setAsks(undefined) });
  return (
    <>
      <Button busy={copy.isPending} onClick={() => copy.mutate({ params: { quoteId: quote.Id } })}>
        Copy
      </Button>
      {(quote.State === "sent" || quote.State === "expired") && (
        <Button onClick={() => setAsks("withdraw")}>Withdraw</Button>
      )}
      {quote.State === "sent" ? (
        <Button variant="primary" onClick={() => setAsks("link")}>
          Send again
        </Button>
      ) : (
        quote.State !== "withdrawn" && <Button onClick={() => setAsks("link")}>Replace link</Button>
      )}
      {asks === "withdraw" && (
        <ConfirmDialog
          title={`Withdraw ${quote.Number}?`}
          action="Withdraw quote"
          danger
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ params: { quoteId: quote.Id } })}
          onClose={() => setAsks(undefined)}
        >
          It can no longer be accepted. Its link stops working.
        </ConfirmDialog>
      )}
      <Suspense>{asks === "link" && <LinkDialog quote={quote} onClose={() => setAsks(undefined)} />}</Suspense>
    </>
  );
}

type OrderProps = { quote: Quote; order: QuoteOrder; mayChange: boolean };

function OrderCard({ quote, order, mayChange }: OrderProps) {
  const [answering, setAnswering] = useState(false);
  const { label, ...look } = orderStateWords[order.State];
  return (
    <Card
      title={order.CustomerName}
      about={order.ProductName}
      actions={order.State !== "quoted" && <StatusDot {...look}>{label}</StatusDot>}
    >
      <ul className="grid">
        {order.Lines.map((line) => (
          <li
            key={line.Key}
            className="flex items-baseline justify-between gap-6 border-b border-line py-2.5 last:border-0"
          >
            <span className="grid min-w-0">
              <span className="wrap-anywhere">{line.Name}</span>
              <span className="figures text-sm text-muted">
                {counted(line.Quantity, line.Unit)}
                {line.UnitPrice && ` at ${formatRate(line.UnitPrice, quote.Currency)} ${quotePer[line.Billing]}`} ·{" "}
                {quoteWords({ term: line.Term, billing: line.Billing })}
              </span>
            </span>
            {line.Amount && <MoneyText className="font-medium" value={line.Amount} />}
          </li>
        ))}
      </ul>
      {(order.Reason || order.InstanceId || order.OrderId) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          {order.Reason && <p className="min-w-0 flex-1 text-danger">{order.Reason}</p>}
          {order.InstanceId && (
            <TextLink to={serviceAddress(order.CustomerId, order.InstanceId)}>Open the service</TextLink>
          )}
          {order.OrderId && (
            <TextLink
              to={orderAddress(order.CustomerId, order.OrderId)}
            >{`Order ${orderNumber(order.OrderId)}`}</TextLink>
          )}
          {order.Again && mayChange && <Button onClick={() => setAnswering(true)}>Order again</Button>}
        </div>
      )}
      <Suspense>{answering && <OrderAgain quote={quote} order={order} onClose={() => setAnswering(false)} />}</Suspense>
    </Card>
  );
}

function OrderAgain({ quote, order, onClose }: { quote: Quote; order: QuoteOrder; onClose: () => void }) {
  const retry = useWrite(quotes.retry, { refreshes: ["quotes"], shown: true, onDone: onClose });
  return (
    <AnswersDialog
      title="Order again"
      action="Order at the quoted price"
      order={order}
      given={order.Details}
      busy={retry.isPending}
      error={retry.error}
      onAnswers={(Details) =>
        retry.mutate({ params: { quoteId: quote.Id, position: String(order.Position) }, body: { Details } })
      }
      onClose={onClose}
    />
  );
}

function Signed({ quote, signer }: { quote: Quote; signer: NonNullable<Quote["Signer"]> }) {
  return (
    <Card title={quote.State === "declined" ? "Declined" : "Signature"}>
      <div className="grid gap-3">
        {signer.Drawing && (
          <img
            src={signer.Drawing}
            alt={`Signature of ${signer.Name}`}
            className="max-h-24 rounded-control bg-[#ffffff]"
          />
        )}
        <dl className="grid gap-2">
          {[
            { label: "Name", value: signer.Name },
            { label: "When", value: quote.EndedAt && formatMoment(quote.EndedAt) },
            { label: "Reason", value: quote.DeclineReason },
            { label: "From address", value: signer.Address },
            { label: "Browser", value: signer.Browser },
            { label: "Document (SHA-256)", value: quote.DocumentHash },
          ].map(
            ({ label, value }) =>
              value && (
                <div key={label} className="grid">
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </Card>
  );
}

/** What happened to a quote, newest first. */
function entriesOf(quote: Quote): TimelineEntry[] {
  const entry = (id: string, at: string | null, what: string, who?: string, icon?: TimelineEntry["icon"]) =>
    at === null ? [] : [{ id, at, when: formatDateTime(at), what, ...(who && { who }), ...(icon && { icon }) }];
  const refused = quote.Orders.filter(({ State }) => State === "refused" || State === "failed").length;
  const done = quote.Orders.filter(({ State }) => State === "done").length;
  return [
    ...(quote.State === "accepted"
      ? entry(
          "orders",
          quote.EndedAt,
          `${done} of ${quote.Orders.length} ordered and done${refused > 0 ? `, ${refused} not ordered` : ""}`,
          undefined,
          refused > 0 ? "alert" : "checkCircle",
        )
      : []),
    ...entry("ended", quote.EndedAt, quoteStateWords[quote.State].label, quote.Signer?.Name, "document"),
    ...entry("opened", quote.OpenedAt, "Opened by its link"),
    ...entry("sent", quote.SentAt, `Sent to ${quote.RecipientName}`, quote.SentBy ?? undefined),
    ...entry("made", quote.MadeAt, "Made", quote.MadeBy),
  ];
}
