import { everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { sentence } from "../../shared/service-status.tsx";
import { Charges } from "../../shared/proposal/charges.tsx";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";
import { cureWords } from "./cure-words.ts";
import { adoptingQuery, type Difference } from "./differences.queries.ts";

/** Brings what nobody ordered here into its customer's book, after saying what that charges from which day on. */
export function AdoptionDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const id = useId();
  const [from, setFrom] = useState<string>();
  const words = cureWords([difference], "adopt");
  const asked = from !== undefined && isCalendarDate(from) ? from : undefined;
  const {
    data: proposal,
    error,
    isPlaceholderData,
  } = useQuery({ ...adoptingQuery(difference.Id, asked), placeholderData: keepPreviousData });
  const adopt = useWrite(everyDifference.adopt, {
    refreshes: ["differences"],
    shown: true,
    onDone: () => (toast(words.done), onClose()),
  });
  const isPresent = proposal && !isPlaceholderData && !error && (from === undefined || from === proposal.From);
  const problem = adopt.error?.message ?? error?.message;
  return (
    <TaskDialog
      title={words.title}
      subtitle={`${difference.CustomerName}, ${difference.ResellerName ?? ""}`}
      form={id}
      action={words.button}
      busy={adopt.isPending || (!isPresent && !problem && (from === undefined || asked !== undefined))}
      onClose={onClose}
    >
      <form
        id={id}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPresent)
            adopt.mutate({
              params: { differenceId: difference.Id },
              body: { Hash: proposal.Hash, From: proposal.From },
            });
        }}
      >
        <p>{sentence(difference.Text)}</p>
        <p className="text-muted">{words.text}</p>
        {proposal ? (
          <>
            <p>
              {counted(proposal.Quantity, proposal.Unit)} of {proposal.OfferName},{" "}
              {perUnitWords(proposal.UnitCost, proposal.Total.Currency, proposal)}, since{" "}
              {formatDate(proposal.TermFrom)}
              {proposal.TermUntil && `, to ${formatLastDay(proposal.TermUntil)}`}
            </p>
            <DateField
              label="Charge from"
              hint="Not before its term, and not after today"
              min={proposal.TermFrom}
              value={from ?? proposal.From}
              onValue={setFrom}
            />
            <Charges proposal={proposal} />
          </>
        ) : (
          !error && <Skeleton className="h-32" />
        )}
        {problem && (
          <Alert type="error" title="This could not be adopted">
            {problem}
          </Alert>
        )}
      </form>
    </TaskDialog>
  );
}
