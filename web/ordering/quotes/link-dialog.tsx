import { quotes, type Quote } from "@tradewind/contract/ordering/quotes.ts";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { useWrite } from "../../platform/queries.ts";
import { LinkShown } from "./link-shown.tsx";

/** Makes another link to a quote, to be mailed or passed on. */
export function LinkDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const isOpen = quote.State === "sent";
  const [mail, setMail] = useState(isOpen);
  const [link, setLink] = useState<string>();
  const remake = useWrite(quotes.remake, { shown: true, onDone: ({ Link }) => setLink(Link) });
  if (link) return <LinkShown link={link} mailed={mail ? quote.RecipientEmail : null} onClose={onClose} />;
  return (
    <TaskDialog
      title={isOpen ? "Send again" : "Replace link"}
      subtitle={`${quote.Number} · ${quote.Title}`}
      size="small"
      action="Make another link"
      busy={remake.isPending}
      onConfirm={() => remake.mutate({ params: { quoteId: quote.Id }, body: { Mail: mail } })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {remake.error && (
          <Alert type="error" live>
            {remake.error.message}
          </Alert>
        )}
        <p className="text-muted">The quote stays as it is. The link that was sent before stops working.</p>
        {isOpen && (
          <Checkbox
            label={`Mail it to ${quote.RecipientEmail}`}
            checked={mail}
            onChange={({ target }) => setMail(target.checked)}
          />
        )}
      </div>
    </TaskDialog>
  );
}
