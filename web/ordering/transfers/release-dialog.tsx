import { transfers, type Transfer } from "@tradewind/contract/ordering/transfers.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Charges } from "../../shared/proposal/charges.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { releasingQuery, type ReleaseProposal } from "./transfers.queries.ts";

/** Gives away what another partner asks for: all of it or some, after saying what is given back. */
export function ReleaseDialog({ transfer, most, onClose }: { transfer: Transfer; most: number; onClose: () => void }) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...releasingQuery(transfer.Id, ids),
    enabled: ids === null || ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const { PartnerName, VendorName } = transfer;
  const release = useWrite(transfers.release, {
    refreshes: ["transfers", "services", "customers"],
    shown: true,
    onDone: () => (toast(`${VendorName} is told what goes to ${PartnerName}`), onClose()),
  });
  const roots = data?.Lines.filter((line) => line.With === null) ?? [];
  const chosen = ids ?? roots.map((line) => line.Id);
  const goes = (line: ReleaseProposal["Lines"][number]) =>
    line.With === null ? chosen.includes(line.Id) : line.IsChosen && chosen.length > 0;
  const count = data?.Lines.filter(goes).length ?? 0;
  const isTooMany = count > most;
  const problem = release.error?.message ?? error?.message;
  const confirm = () =>
    release.mutate(
      { params: { transferId: transfer.Id }, body: { SubscriptionIds: [...chosen], Hash: data?.Hash ?? "" } },
      { onError: ({ code }) => code === "proposalChanged" && void refetch() },
    );
  return (
    <TaskDialog
      title={`Give away to ${PartnerName}?`}
      subtitle={VendorName}
      action="Give away"
      busy={release.isPending || isPlaceholderData || (!data && !error)}
      disabled={!data || chosen.length === 0 || isTooMany}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {problem && (
          <Alert type="error" title="This could not be given away" live>
            {problem}
          </Alert>
        )}
        {data && data.Lines.length === 0 && <p>Nothing is provided to this customer here.</p>}
        {data && data.Lines.length > 0 && (
          <>
            <p>
              What goes ends here on the day on which {VendorName} moves it, and runs on with {PartnerName}. This cannot
              be undone.
            </p>
            <fieldset className="grid gap-2">
              <legend className="mb-2 font-semibold">What goes</legend>
              {data.Lines.map((line) => (
                <Checkbox
                  key={line.Id}
                  label={`${counted(line.Quantity, line.Unit)} of ${line.Name}`}
                  hint={hintOf(line)}
                  checked={goes(line)}
                  disabled={line.With !== null}
                  onChange={({ target }) =>
                    setIds(target.checked ? [...chosen, line.Id] : chosen.filter((each) => each !== line.Id))
                  }
                />
              ))}
            </fieldset>
            {isTooMany && (
              <Alert type="warning">
                {VendorName} moves at most {most} subscriptions at a time. Choose fewer; {PartnerName} can ask again for
                the others.
              </Alert>
            )}
            {chosen.length > 0 && (
              <div className="grid gap-2">
                <p className="text-muted">If it goes today:</p>
                <Charges proposal={data} />
              </div>
            )}
          </>
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </div>
    </TaskDialog>
  );
}

const hintOf = ({ With, TermUntil }: ReleaseProposal["Lines"][number]) =>
  With !== null ? `Goes with ${With}` : TermUntil && `To ${formatLastDay(TermUntil)}`;
