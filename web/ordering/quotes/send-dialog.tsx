import { quotes, type Quote } from "@tradewind/contract/ordering/quotes.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { useWrite } from "../../platform/queries.ts";
import { LinkShown } from "./link-shown.tsx";
import { QuoteSums } from "./quote-sums.tsx";
import { quoteQuery } from "./quotes.queries.ts";

type Props = { quote: Quote; onClose: () => void; onDone: () => void };

/** Asks once more before a quote is sent, and shows its link then. */
export function SendDialog({ quote: asked, onClose, onDone }: Props) {
  const { data: quote, refetch } = useQuery({ ...quoteQuery(asked.Id), initialData: asked });
  const [link, setLink] = useState<string>();
  const send = useWrite(quotes.send, { shown: true, onDone: ({ Link }) => setLink(Link) });
  if (link) return <LinkShown link={link} mailed={quote.RecipientEmail} onClose={onDone} />;
  const problems = quote.Orders.flatMap(({ Reason, CustomerName }) => (Reason ? [`${CustomerName}: ${Reason}`] : []));
  const missing = quote.Orders.flatMap(({ Missing, CustomerName }) =>
    Missing.length > 0 ? [`${CustomerName}: ${Missing.join(", ")}.`] : [],
  );
  const confirm = () =>
    send.mutate(
      { params: { quoteId: quote.Id }, body: { Hash: quote.Hash ?? "" } },
      { onError: ({ code }) => code === "proposalChanged" && void refetch() },
    );
  return (
    <TaskDialog
      title={`Send ${quote.Number}`}
      subtitle={quote.Title}
      action="Send quote"
      busy={send.isPending}
      disabled={problems.length > 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {send.error && (
          <Alert type="error" live>
            {send.error.message}
          </Alert>
        )}
        {problems.length > 0 && (
          <Alert type="error" title="Some of it cannot be ordered now">
            {problems.join(" ")}
          </Alert>
        )}
        {missing.length > 0 && (
          <Alert type="warning" title="Not everything is answered">
            Once it is accepted, it waits until somebody answers these: {missing.join(" ")}
          </Alert>
        )}
        <p>
          {quote.RecipientName} gets a mail at {quote.RecipientEmail} with a link to read, accept or decline it. Its
          prices are fixed from now on, and it can be accepted until {formatDate(quote.ValidUntil)}.
        </p>
        <QuoteSums sums={quote.Sums} />
      </div>
    </TaskDialog>
  );
}
