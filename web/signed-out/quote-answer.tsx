import type { LinkedQuote } from "@tradewind/contract/ordering/quote-links.ts";
import { useState, type FormEvent } from "react";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/choice.tsx";
import { SignaturePad, type Signature } from "../ui/signature-pad.tsx";
import { TextArea, TextField } from "../ui/text-field.tsx";
import { saidBy, sendTo } from "../shared/password-calls.ts";

type Props = { link: string; quote: LinkedQuote; onQuote: (quote: LinkedQuote) => void };
type Fields = Readonly<Record<string, string>>;

/** Takes the answer to a quote: accepted with a name, consent and a signature if one is drawn, or declined. */
export function QuoteAnswer({ link, quote, onQuote }: Props) {
  const [declines, setDeclines] = useState(false);
  const [name, setName] = useState("");
  const [consent, setConsent] = useState(false);
  const [draws, setDraws] = useState(false);
  const [signature, setSignature] = useState<Signature | null>(null);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fields, setFields] = useState<Fields>({});

  async function send(event: FormEvent) {
    event.preventDefault();
    const missing = {
      ...(name.trim() ? {} : { Name: "Name is required" }),
      ...(declines || consent ? {} : { Consent: "Confirm that you accept the quote for your company" }),
    };
    setFields(missing);
    setProblem(undefined);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    const said = declines
      ? await sendTo("POST", "/api/quote-links/decline", { body: { Link: link, Name: name, Reason: reason } })
      : await sendTo("POST", "/api/quote-links/accept", {
          body: {
            Link: link,
            Name: name,
            Consent: consent,
            DocumentHash: quote.DocumentHash,
            ...(signature?.kind === "drawn" && { Signature: await smaller(signature.image) }),
          },
        });
    setBusy(false);
    if (said.ok) return onQuote(said.body["Result"] as LinkedQuote);
    const refused = (said.body["Errors"] as Fields | null) ?? {};
    setFields(refused);
    if (Object.keys(refused).length === 0) setProblem(saidBy(said));
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      className="grid gap-4 rounded-card border border-line bg-surface px-5 py-5 max-md:px-4"
    >
      <h2 className="text-md">{declines ? "Decline this quote" : "Accept this quote"}</h2>
      {problem && (
        <Alert type="error" live>
          {problem}
        </Alert>
      )}
      <TextField
        label="Your full name"
        className="max-w-md"
        autoComplete="name"
        maxLength={100}
        value={name}
        error={fields["Name"]}
        onChange={({ target }) => setName(target.value)}
      />
      {declines ? (
        <TextArea
          label="Reason"
          optional
          className="max-w-md"
          maxLength={500}
          value={reason}
          error={fields["Reason"]}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : (
        <>
          {draws ? (
            <div className="max-w-md">
              <SignaturePad value={signature} onValue={setSignature} error={fields["Signature"]} />
            </div>
          ) : (
            <div>
              <Button variant="link" onClick={() => setDraws(true)}>
                Draw a signature as well
              </Button>
            </div>
          )}
          <Checkbox
            label={`I accept quote ${quote.Number} for my company at the prices above, and may do so.`}
            hint="Your name, the time, your network address, your browser and the document are kept as evidence."
            error={fields["Consent"]}
            checked={consent}
            onChange={({ target }) => setConsent(target.checked)}
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {declines ? "Decline quote" : "Accept quote"}
        </Button>
        <Button
          size="large"
          disabled={busy}
          onClick={() => {
            setDeclines(!declines);
            setFields({});
            setProblem(undefined);
          }}
        >
          {declines ? "Back" : "Decline"}
        </Button>
      </div>
    </form>
  );
}

/** Draws a signature anew, small enough for what a stranger may send. */
async function smaller(image: string): Promise<string> {
  const drawn = new Image();
  drawn.src = image;
  await drawn.decode();
  const scale = Math.min(1, 400 / drawn.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(drawn.width * scale));
  canvas.height = Math.max(1, Math.round(drawn.height * scale));
  canvas.getContext("2d")!.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
