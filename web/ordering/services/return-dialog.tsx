import { returns, type WireReturnTerms } from "@tradewind/contract/ordering/returns.ts";
import type { ReturnReason } from "@tradewind/domain/ordering/returns.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox, RadioGroup } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { ApiError } from "../../platform/api-error.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { returnableQuery, returnTermsQuery } from "./services.queries.ts";

type Props = { orderId: string; line: { id: string; name: string; returnable: number }; onClose: () => void };
type Choice = "unwanted" | "faulty" | "replacement";

const choices: { value: Choice; label: string; hint: string; reason: ReturnReason }[] = [
  { value: "unwanted", label: "Not wanted", hint: "Credited once they are here.", reason: "unwanted" },
  { value: "faulty", label: "Faulty, for a credit", hint: "Credited in full once they are here.", reason: "faulty" },
  { value: "replacement", label: "Faulty, for a replacement", hint: "As many are sent anew.", reason: "faulty" },
];

/** Asks to send goods back, and says what is given back for them before anything is done. */
export function ReturnDialog({ orderId, line, onClose }: Props) {
  const id = useId();
  const [choice, setChoice] = useState<Choice>("unwanted");
  const [quantity, setQuantity] = useState(1);
  const [serials, setSerials] = useState<readonly string[]>([]);
  const [note, setNote] = useState("");
  const { reason: Reason } = choices.find(({ value }) => value === choice)!;
  const wish = {
    Key: line.id,
    Quantity: quantity,
    Reason,
    Wants: choice === "replacement" ? ("replacement" as const) : ("credit" as const),
    Serials: [...serials],
  };
  const known = useQuery(returnableQuery(orderId, line.id));
  // Which of them has to be chosen first, if their numbers are known.
  const isChosen = known.data !== undefined && (known.data.Serials.length === 0 || serials.length > 0);
  const terms = useQuery({
    ...returnTermsQuery(orderId, wish),
    placeholderData: keepPreviousData,
    enabled: isChosen,
  });
  const write = useWrite(returns.ask, {
    refreshes: ["services", "orders"],
    shown: true,
    onDone: () => (toast("The return was asked for: write its number on the parcel"), onClose()),
  });
  const now = useBusinessNow();
  const problem = terms.error instanceof ApiError ? terms.error : undefined;
  const problems = { ...problem?.fields, ...write.error?.fields };
  return (
    <TaskDialog
      title="Return goods"
      subtitle={line.name}
      form={id}
      action="Ask to return"
      disabled={!isChosen || !terms.data || terms.error !== null || terms.isPlaceholderData}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (terms.data)
            write.mutate({ params: { orderId }, body: { ...wish, Note: note.trim() || null, Hash: terms.data.Hash } });
        }}
      >
        {write.error && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <RadioGroup label="Why do they come back?" choices={choices} value={choice} onValue={setChoice} />
        <NumberField
          label="How many"
          min={1}
          max={line.returnable}
          hint={
            known.data &&
            now !== undefined &&
            backWords(
              known.data.Parts.map((part) => ({ quantity: part.Quantity, until: part.Until[Reason] })),
              new Date(now).toISOString().slice(0, 10),
            )
          }
          value={quantity}
          error={problems["Quantity"]}
          onValue={setQuantity}
        />
        {known.data && known.data.Serials.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">Choose which of them come back</legend>
            {known.data.Serials.map(({ Id, Text }) => (
              <Checkbox
                key={Id}
                label={Text}
                checked={serials.includes(Id)}
                onChange={(event) =>
                  setSerials(event.target.checked ? [...serials, Id] : serials.filter((each) => each !== Id))
                }
              />
            ))}
            {problems["Serials"] && <p className="text-sm text-danger">{problems["Serials"]}</p>}
          </fieldset>
        )}
        <TextArea
          label="Note"
          optional
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {problem && !problem.fields["Serials"] && <Alert type="warning">{problem.message}</Alert>}
        {isChosen && terms.data && !terms.error && <Terms terms={terms.data} isReplaced={choice === "replacement"} />}
      </form>
    </TaskDialog>
  );
}

/** Says how many can still come back and until when, or until when they could. */
function backWords(parts: readonly { quantity: number; until: CalendarDate }[], today: CalendarDate): string {
  const open = parts.filter(({ until }) => until >= today);
  const last = formatDate(
    (open.length > 0 ? open : parts)
      .map(({ until }) => until)
      .toSorted()
      .at(-1)!,
  );
  const count = open.reduce((all, { quantity }) => all + quantity, 0);
  return count > 0
    ? `${count} of them can come back, the last of them until ${last}.`
    : `They could come back until ${last}.`;
}

/** Says what is given back, and what is not. */
function Terms({ terms, isReplaced }: { terms: WireReturnTerms; isReplaced: boolean }) {
  if (isReplaced)
    return <p className="text-muted">They are replaced once they are here. Nothing is charged or given back.</p>;
  return (
    <div className="grid gap-2">
      <dl className="figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1">
        {terms.Parts.map((part, at) => (
          <div key={at} className="contents">
            <dt>
              {part.Quantity} sent on {formatDate(part.SentAt.slice(0, 10))}
              {part.Invoice && <span className="text-muted">, on invoice {part.Invoice}</span>}
            </dt>
            <dd>{part.Amount && <MoneyText value={part.Amount} />}</dd>
          </div>
        ))}
        {terms.FeePercent > 0 && terms.Fee && (
          <div className="contents">
            <dt>Restocking, {terms.FeePercent}%</dt>
            <dd>
              −<MoneyText value={terms.Fee} />
            </dd>
          </div>
        )}
        {terms.Total && (
          <div className="contents font-medium">
            <dt>You get back, without VAT</dt>
            <dd>
              <MoneyText value={terms.Total} />
            </dd>
          </div>
        )}
      </dl>
      <p className="text-sm text-muted">It is credited once they are here. What delivery cost is not given back.</p>
    </div>
  );
}
