import { linkTo } from "@tradewind/contract/address.ts";
import { quotes, type Quote } from "@tradewind/contract/ordering/quotes.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { isBelowCost } from "@tradewind/domain/ordering/quotes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { downloadFile } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { customerQuery } from "../../customers/customers/customers.queries.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { useDraft } from "../../shared/draft.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { useSearchOf } from "../../shared/screen-address.ts";
import { toast } from "../../ui/toast.tsx";
import { bodyOf, draftOf, priceOf, sumsOf, type Draft } from "./quote-draft.ts";
import { QuoteLines } from "./quote-lines.tsx";
import { QuoteSums } from "./quote-sums.tsx";
import { quoteQuery } from "./quotes.queries.ts";

const SendDialog = lazy(async () => ({ default: (await import("./send-dialog.tsx")).SendDialog }));

/** Days for which a new quote is valid unless another day is chosen. */
const usualDays = 30;

/** Makes a quote, for the customer in the address if there is one. */
export function NewQuoteScreen() {
  const { CustomerId, OfferId } = useSearchOf(screens.newQuote);
  const now = useBusinessNow();
  const { data: customer, isError } = useQuery({
    ...customerQuery(CustomerId ?? ""),
    enabled: CustomerId !== undefined,
  });
  if (now === undefined || (CustomerId && !customer && !isError)) return <Skeleton className="h-80" />;
  const start: Draft = {
    title: "",
    message: "",
    name: customer?.ContactName ?? "",
    email: customer?.ContactEmail ?? "",
    validUntil: new Date(now + usualDays * 86_400_000).toISOString().slice(0, 10),
    orders: [],
  };
  return <Editor start={start} wanted={OfferId} customer={customer && { id: customer.Id, label: customer.Name }} />;
}

export const QuoteEditor = ({ quote }: { quote: Quote }) => <Editor start={draftOf(quote)} quote={quote} />;

type EditorProps = {
  start: Draft;
  quote?: Quote;
  /** The customer that lines are added for at first. */
  customer?: { id: string; label: string } | undefined;
  /** The offer that it is begun with. */
  wanted?: string | undefined;
};

function Editor({ start, quote, customer, wanted }: EditorProps) {
  const [begunAt] = useState(quote?.Version ?? 0);
  const [draft, setDraft, forget] = useDraft(`quote:${quote?.Id ?? `new:${customer?.id ?? ""}`}:${begunAt}`, start, {
    untilLeft: true,
  });
  const [saved, setSaved] = useState(start);
  const [sending, setSending] = useState<Quote>();
  const { Reseller, Today } = useSession();
  const currency = Reseller?.Currency ?? "GBP";
  const navigate = useNavigate();
  const queries = useQueryClient();
  const make = useWrite(quotes.make, { refreshes: ["quotes"], shown: true });
  const save = useWrite(quotes.save, { shown: true });
  const [version, setVersion] = useState(quote?.Version ?? 0);
  const { error, isPending } = quote ? save : make;
  const fields = error?.fields ?? {};
  const isDirty = draft !== saved;
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more });

  /** Saves what changed, and returns the quote as the server has it then; undefined if it was refused. */
  async function keep(): Promise<Quote | undefined> {
    const body = bodyOf(draft);
    if (!quote) {
      const made = await make.mutateAsync({ body }).catch(() => undefined);
      if (!made) return undefined;
      forget();
      setSaved(draft);
      return queries.fetchQuery(quoteQuery(made.Id));
    }
    if (!isDirty) return queries.fetchQuery({ ...quoteQuery(quote.Id), staleTime: 0 });
    const kept = await save
      .mutateAsync({ params: { quoteId: quote.Id }, body: { ...body, Version: version } })
      .catch(() => undefined);
    if (!kept) return undefined;
    setVersion(kept.Version);
    const now = { ...draft, orders: draftOf(kept).orders };
    setDraft(now);
    setSaved(now);
    queries.setQueryData(quoteQuery(kept.Id).queryKey, kept);
    await queries.invalidateQueries({ queryKey: ["quotes", "list"] });
    return kept;
  }
  const open = ({ Id }: Quote) => void navigate({ to: linkTo(screens.quote, { quoteId: Id }), ignoreBlocker: true });
  const press = async (then: (kept: Quote) => void) => {
    const kept = await keep();
    if (kept) then(kept);
  };
  const preview = async (kept: Quote) => {
    await downloadFile(quotes.document, { params: { quoteId: kept.Id } }, `${kept.Number}.pdf`).catch(
      (problem: unknown) => toast(asApiError(problem).message, { kind: "problem" }),
    );
    if (!quote) open(kept);
  };
  const lines = draft.orders.flatMap((order) => order.lines);
  const below = lines.filter((line) => {
    const unitPrice = priceOf(line);
    return unitPrice !== null && isBelowCost({ unitPrice, unitCost: line.UnitCost });
  });

  return (
    <>
      <LeaveGuard when={() => isDirty && !isPending} />
      <PageHeader
        title={quote ? draft.title || "Quote" : "New quote"}
        about={quote ? <span className="figures">{quote.Number} · Draft</span> : "Nobody sees it before you send it."}
        actions={
          <>
            <Button
              sends
              busy={isPending}
              disabled={quote !== undefined && !isDirty}
              onClick={() => void press((kept) => (quote ? toast("Saved") : open(kept)))}
            >
              Save draft
            </Button>
            <Button
              sends
              icon="download"
              disabled={isPending || lines.length === 0}
              onClick={() => void press((kept) => void preview(kept))}
            >
              Preview
            </Button>
            <Button
              variant="primary"
              disabled={isPending || lines.length === 0}
              onClick={() => void press((kept) => setSending(kept))}
            >
              Send
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          {error &&
            (Object.keys(fields).length === 0 || Object.keys(fields).some((name) => name.startsWith("Orders"))) && (
              <Alert type="error" live title="This quote could not be saved">
                {Object.values(fields)[0] ?? error.message}
              </Alert>
            )}
          <Card title="Who it is for">
            <div className="grid gap-4 md:grid-cols-2">
              <TextField
                label="Title"
                className="md:col-span-2"
                maxLength={100}
                placeholder="For example: Licences for the new office"
                value={draft.title}
                error={fields["Title"]}
                onChange={({ target }) => change({ title: target.value })}
              />
              <TextField
                label="Contact"
                maxLength={100}
                autoComplete="off"
                value={draft.name}
                error={fields["RecipientName"]}
                onChange={({ target }) => change({ name: target.value })}
              />
              <TextField
                label="Email"
                type="email"
                maxLength={100}
                autoComplete="off"
                value={draft.email}
                error={fields["RecipientEmail"]}
                onChange={({ target }) => change({ email: target.value })}
              />
              <DateField
                label="Valid until"
                min={Today}
                today={Today}
                value={draft.validUntil}
                error={fields["ValidUntil"]}
                onValue={(validUntil) => change({ validUntil })}
              />
              <TextArea
                label="Message"
                optional
                className="md:col-span-2"
                maxLength={2000}
                value={draft.message}
                error={fields["Message"]}
                onChange={({ target }) => change({ message: target.value })}
              />
            </div>
          </Card>
          <QuoteLines draft={draft} currency={currency} customer={customer} wanted={wanted} onDraft={setDraft} />
        </div>
        <div className="grid gap-4 xl:sticky xl:top-4">
          <Card title="What it comes to">
            <QuoteSums sums={sumsOf(draft, currency)} />
          </Card>
          {below.length > 0 && (
            <Alert type="warning" title="Below your cost">
              {below.map(({ Name }) => Name).join(", ")}.{" "}
              {quote && !quote.MaySellBelowCost && "A colleague who may set prices has to send it."}
            </Alert>
          )}
          <p className="text-sm">
            <TextLink to={screens.quotes.path}>All quotes</TextLink>
          </p>
        </div>
      </div>
      <Suspense>
        {sending && (
          <SendDialog
            quote={sending}
            onClose={() => {
              setSending(undefined);
              if (!quote) open(sending);
            }}
            onDone={() => {
              void queries.invalidateQueries({ queryKey: ["quotes"] });
              open(sending);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
