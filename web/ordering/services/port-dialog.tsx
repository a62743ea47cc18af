import { numberPorts, type NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { useDraft } from "../../shared/draft.ts";
import { countOfNumbers } from "../../shared/port-words.ts";
import { askWords } from "../../shared/proposal/ask-words.ts";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox, RadioGroup, Select } from "../../ui/choice.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { portTermsQuery } from "./number-ports.queries.ts";

type Props = {
  instanceId: string;
  sites: ResultOf<typeof numberPorts.ofService>["Sites"];
  /** The rejected port that this one corrects. */
  like: NumberPort | undefined;
  onClose: () => void;
};

const lines = [
  { value: "single", label: "Each on a line of its own" },
  { value: "multi", label: "Several on one line, such as ISDN or SIP" },
] as const;
const texts = ["Provider", "AccountNumber", "MainNumber", "BillingPostcode", "SignedBy", "WishedOn"] as const;
type Texts = Record<(typeof texts)[number], string>;

type Draft = Texts & {
  siteId: string;
  numbers: string;
  /** What is asked for: the numbers once they are typed. */
  typed: string;
  line: NumberPort["Line"];
  isPart: boolean;
  note: string;
};

const draftOf = (sites: Props["sites"], like: NumberPort | undefined): Draft => ({
  siteId: sites.find((site) => site.Id === like?.SiteId)?.Id ?? sites[0]!.Id,
  numbers: like?.Numbers.join("\n") ?? "",
  typed: like?.Numbers.join("\n") ?? "",
  line: like?.Line ?? "single",
  isPart: like?.IsPartOfRange ?? false,
  note: "",
  Provider: like?.Provider ?? "",
  AccountNumber: like?.AccountNumber ?? "",
  MainNumber: like?.MainNumber ?? "",
  BillingPostcode: like?.BillingPostcode ?? "",
  SignedBy: like?.SignedBy ?? "",
  WishedOn: "",
});

/** Asks for numbers to come from another provider, and says from when on they can and what that costs. */
export function PortDialog({ instanceId, sites, like, onClose }: Props) {
  const id = useId();
  const [draft, setDraft] = useDraft<Draft>(`port:${instanceId}:${like?.Id ?? "new"}`, draftOf(sites, like), {
    untilLeft: true,
    fits: (kept) => sites.some((site) => site.Id === kept.siteId),
  });
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const { siteId, numbers, typed, line, isPart, note, ...said } = draft;
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const wish = {
    SiteId: siteId,
    Numbers: typed.split("\n").flatMap((each) => each.trim() || []),
    Line: line,
    IsPartOfRange: isPart,
  };
  const terms = useQuery({
    ...portTermsQuery(instanceId, wish),
    placeholderData: keepPreviousData,
    enabled: wish.Numbers.length > 0,
  });
  const write = useWrite(numberPorts.ask, {
    refreshes: ["services"],
    shown: true,
    onDone: ({ Number, Waits }) => (
      toast(Waits ? `${Number} waits for your provider’s approval` : `The numbers were asked for: ${Number}`),
      onClose()
    ),
  });
  const problem = terms.error instanceof ApiError ? terms.error : undefined;
  const missing = Object.fromEntries(
    tries > 0 ? texts.filter((name) => said[name].trim() === "").map((name) => [name, "This is required"]) : [],
  );
  const faults: Record<string, string> = { ...write.error?.fields, ...problem?.fields, ...missing };
  const field = (name: keyof Texts) => ({
    value: said[name],
    error: faults[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const known = wish.Numbers.length > 0 && !terms.error ? terms.data : undefined;
  const refusal = write.error;
  useEffect(() => {
    if (tries > 0 || refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries, refusal]);
  function send() {
    setTries(tries + 1);
    if (!known || texts.some((name) => said[name].trim() === "")) return;
    write.mutate({
      params: { instanceId },
      body: { ...wish, ...said, Note: note.trim() || null, Hash: known.Hash },
    });
  }
  return (
    <TaskDialog
      title="Bring numbers here"
      subtitle={like ? `Corrects ${like.Number}` : "From another provider"}
      size="large"
      form={id}
      action={known?.NeedsApproval ? "Send as a request" : "Ask for the numbers"}
      disabled={known !== undefined && terms.isPlaceholderData}
      busy={write.isPending}
      onClose={onClose}
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="grid items-start gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {like?.Answer && (
          <div className="md:col-span-2">
            <Alert type="warning" title={`${like.Provider} rejected it`}>
              {like.Answer}
            </Alert>
          </div>
        )}
        {write.error && (
          <div className="md:col-span-2">
            <Alert type="error" live>
              {write.error.message}
            </Alert>
          </div>
        )}
        <Select
          label="Site"
          hint="The numbers join it, and calls to 999 are sent to its address."
          value={siteId}
          error={faults["SiteId"]}
          choices={sites.map((site) => ({ value: site.Id, label: `${site.Name} (${site.AreaCode})` }))}
          onChange={({ target }) => change({ siteId: target.value })}
        />
        <RadioGroup
          label="At the old provider they are"
          choices={lines}
          value={line}
          onValue={(next) => change({ line: next })}
        />
        <TextArea
          className="md:col-span-2"
          label="Numbers"
          hint="One on each line, or a range as in 0117 496 0100 to 0117 496 0129."
          value={numbers}
          error={
            faults["Numbers"] ?? (tries > 0 && wish.Numbers.length === 0 ? "Enter the numbers that move" : undefined)
          }
          onChange={({ target }) => change({ numbers: target.value })}
          onBlur={() => change({ typed: numbers })}
        />
        <div className="md:col-span-2">
          <Checkbox
            label="Other numbers of their range stay with the old provider"
            checked={isPart}
            onChange={({ target }) => change({ isPart: target.checked })}
          />
        </div>
        <TextField label="Old provider" maxLength={100} {...field("Provider")} />
        <TextField
          label="Account number"
          hint="As on the latest bill; in Ireland the UAN."
          maxLength={40}
          {...field("AccountNumber")}
        />
        <TextField
          label="Main billing number"
          hint="The number under which the old provider bills."
          maxLength={20}
          inputMode="tel"
          {...field("MainNumber")}
        />
        <TextField label="Postcode on the bill" maxLength={10} {...field("BillingPostcode")} />
        <TextField
          label="Letter of authority signed by"
          hint="Somebody of the customer who may decide this. The letter is made once you asked for the numbers."
          maxLength={100}
          {...field("SignedBy")}
        />
        <DateField
          label="Wanted for"
          hint={
            known
              ? `${formatDate(known.EarliestOn)} at the earliest, on a working day. The old provider may set another day.`
              : "A working day."
          }
          min={known?.EarliestOn}
          value={said.WishedOn}
          error={faults["WishedOn"]}
          onValue={(WishedOn) => change({ WishedOn })}
        />
        <TextArea
          label="Note"
          hint="Such as an alarm or a lift telephone on one of the lines."
          optional
          rows={2}
          maxLength={500}
          value={note}
          onChange={({ target }) => change({ note: target.value })}
        />
        {problem && Object.keys(problem.fields).length === 0 && (
          <div className="md:col-span-2">
            <Alert type="warning">{problem.message}</Alert>
          </div>
        )}
        {known && <Terms terms={known} />}
      </form>
    </TaskDialog>
  );
}

const Terms = ({ terms }: { terms: ResultOf<typeof numberPorts.propose> }) => (
  <div className="grid gap-1 md:col-span-2">
    {terms.NeedsApproval && (
      <Alert type="info" title="This needs approval">
        {askWords({ Why: "unseen", Limit: null, Left: null })} Send it as a request: nothing is asked of the old
        provider before it is approved.
      </Alert>
    )}
    {terms.Price && (
      <p className="figures flex flex-wrap justify-between gap-x-6 font-medium">
        <span>
          {countOfNumbers(terms.Count)}, <MoneyText value={terms.Price.Each} /> each, without VAT
        </span>
        <MoneyText value={terms.Price.Total} />
      </p>
    )}
    <p className="text-sm text-muted">
      {terms.Price ? "Charged once the numbers are here. Nothing is charged if they do not come. " : ""}
      The customer keeps the old contract until then.
    </p>
  </div>
);
