import type { LinkedQuote } from "@tradewind/contract/ordering/quote-links.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { quotePaid, quotePer, quoteTerms } from "@tradewind/domain/ordering/quotes.ts";
import { formatDate, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { formatRate } from "@tradewind/domain/values/money.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { MoneyText } from "../ui/money-text.tsx";
import { fetchApi } from "../platform/config.ts";
import { applyAccent } from "../platform/theme.ts";
import { Logo } from "../shared/logo.tsx";
import { saidBy, sendTo, type Answered } from "../shared/password-calls.ts";
import { go } from "./address.ts";
import { SignInFrame } from "./frame.tsx";

const AnswerForm = lazy(async () => ({ default: (await import("./quote-answer.tsx")).QuoteAnswer }));

/** Moves the key from the address into the history entry, so that the page can be reloaded and nobody copies it. */
function openedWith(): string | undefined {
  const state = history.state as { quote?: string } | null;
  return location.pathname.split("/")[2] || state?.quote;
}

async function look(
  link: string,
  answered: (answer: Answered) => void,
  arrived: (quote: LinkedQuote) => void,
): Promise<void> {
  const answer = await sendTo("POST", "/api/quote-links/open", { body: { Link: link } });
  if (answer.ok) {
    const quote = answer.body["Result"] as LinkedQuote;
    void applyAccent(quote.Accent);
    document.title = `${quote.Title} · ${quote.Reseller}`;
    arrived(quote);
  }
  answered(answer);
}

/** Shows a quote to whoever has its link, in the look of the reseller who made it. */
export function QuoteScreen() {
  const [link] = useState(openedWith);
  const [answer, setAnswer] = useState<Answered>();
  const [quote, setQuote] = useState<LinkedQuote>();
  useEffect(() => {
    if (!link) return go(publicPages.login, { replace: true });
    if (location.pathname !== publicPages.quote) go(publicPages.quote, { state: { quote: link }, replace: true });
    void look(link, setAnswer, setQuote);
    return undefined;
  }, [link]);
  if (!link) return null;
  const retry = () => {
    setAnswer(undefined);
    void look(link, setAnswer, setQuote);
  };
  if (quote) return <Page link={link} quote={quote} onQuote={setQuote} />;
  if (!answer)
    return (
      <SignInFrame title="One moment" about={<span role="status">The quote is being opened.</span>}>
        {null}
      </SignInFrame>
    );
  const isUnknown = answer.status === 404 || answer.status === 400;
  return (
    <SignInFrame
      title={isUnknown ? "This link leads to no quote" : "The quote could not be opened"}
      about={
        answer.status === 400
          ? "The address is incomplete. Open the link in the email again, or ask the sender for a new one."
          : saidBy(answer)
      }
    >
      {isUnknown ? null : (
        <div>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
    </SignInFrame>
  );
}

type PageProps = { link: string; quote: LinkedQuote; onQuote: (quote: LinkedQuote) => void };

function Page({ link, quote, onQuote }: PageProps) {
  const customers = [...Map.groupBy(quote.Lines, ({ CustomerName }) => CustomerName)];
  return (
    <div className="min-h-dvh bg-canvas">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-4xl flex-wrap items-center justify-between gap-4 px-6 py-5 max-md:px-4">
          {quote.Logo ? (
            <Logo url={quote.Logo} mobile={quote.Logo} name={quote.Reseller} />
          ) : (
            <span className="text-lg font-semibold">{quote.Reseller}</span>
          )}
          <DocumentButton link={link} number={quote.Number} />
        </div>
      </header>
      <main className="mx-auto grid max-w-4xl gap-6 px-6 py-8 max-md:px-4">
        <div className="grid gap-1">
          <p className="figures text-accent-text">Quote {quote.Number}</p>
          <h1 className="text-2xl tracking-tight wrap-anywhere">{quote.Title}</h1>
          <p className="text-muted">
            From {quote.Reseller} for {quote.RecipientName}, valid until {formatDate(quote.ValidUntil)}
          </p>
        </div>
        <Standing quote={quote} />
        {quote.Message && <p className="max-w-2xl whitespace-pre-line wrap-anywhere">{quote.Message}</p>}
        <section className="rounded-card border border-line bg-surface">
          {customers.map(([name, lines]) => (
            <div key={name} className="border-b border-line px-5 py-4 max-md:px-4">
              <h2 className="text-sm font-medium">{name}</h2>
              <ul>
                {lines.map((line, at) => (
                  <li key={at} className="flex items-baseline justify-between gap-6 py-2.5">
                    <span className="grid min-w-0">
                      <span className="wrap-anywhere">{line.Name}</span>
                      <span className="figures text-sm text-muted">
                        {counted(line.Quantity, line.Unit)} at {formatRate(line.UnitPrice, quote.Currency)}{" "}
                        {quotePer[line.Billing]}
                        {line.Term === "none" ? "" : `, fixed for ${quoteTerms[line.Term]}`}
                      </span>
                    </span>
                    <MoneyText className="font-medium" value={line.Amount} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div className="grid gap-2 px-5 py-4 max-md:px-4">
            <dl className="grid gap-2">
              {quote.Sums.map(({ Billing, Price }) => (
                <div key={Billing} className="flex items-baseline justify-between gap-4">
                  <dt>{quotePaid[Billing]}</dt>
                  <dd className="figures text-md font-semibold">
                    <MoneyText value={Price} />
                  </dd>
                </div>
              ))}
            </dl>
            <p className="text-sm text-muted">Net prices; VAT is added where it applies.</p>
          </div>
        </section>
        {quote.State === "sent" && (
          <Suspense>
            <AnswerForm link={link} quote={quote} onQuote={onQuote} />
          </Suspense>
        )}
      </main>
    </div>
  );
}

function Standing({ quote: { State, SignedBy, EndedAt, ValidUntil, Reseller } }: { quote: LinkedQuote }) {
  const when = EndedAt ? ` on ${formatMoment(EndedAt)}` : "";
  if (State === "accepted")
    return (
      <Alert type="success" live title={`Accepted by ${SignedBy}${when}`}>
        Thank you. {Reseller} has been told, and what you accepted is being ordered.
      </Alert>
    );
  if (State === "declined")
    return (
      <Alert type="info" live title={`Declined by ${SignedBy}${when}`}>
        {Reseller} has been told.
      </Alert>
    );
  if (State === "expired")
    return (
      <Alert type="warning" title={`This quote was valid until ${formatDate(ValidUntil)}`}>
        It can no longer be accepted. Please ask {Reseller} for a new one.
      </Alert>
    );
  if (State === "withdrawn")
    return (
      <Alert type="warning" title="This quote was taken back">
        It can no longer be accepted. Please ask {Reseller} for a new one.
      </Alert>
    );
  return null;
}

/** Fetches the document as it was sent, and hands it to the browser. */
function DocumentButton({ link, number }: { link: string; number: string }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const fetchDocument = async () => {
    setBusy(true);
    const response = await fetchApi("/api/quote-links/document", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ Link: link }),
    }).catch(() => undefined);
    setFailed(!response?.ok);
    if (response?.ok) {
      const address = URL.createObjectURL(await response.blob());
      const file = Object.assign(document.createElement("a"), { href: address, download: `${number}.pdf` });
      file.click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    }
    setBusy(false);
  };
  return (
    <span className="flex flex-wrap items-center gap-3">
      {failed && (
        <span role="alert" className="text-sm text-danger">
          The PDF could not be fetched.
        </span>
      )}
      <Button busy={busy} onClick={() => void fetchDocument()}>
        Download PDF
      </Button>
    </span>
  );
}
