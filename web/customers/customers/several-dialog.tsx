import { customers, type CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, TaskDialog } from "../../ui/dialog.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { useSeveral, type Refused } from "../../platform/several.ts";
import { ReactivationConsequences, refreshes, SuspensionConsequences } from "./suspend-dialogs.tsx";

type Several = "suspend" | "reactivate";
type Props = { what: Several; chosen: readonly CustomerItem[]; onClose: () => void };

const words = {
  suspend: { verb: "Suspend", doing: "Suspending customers", done: "suspended", affects: "Active" },
  reactivate: { verb: "Reactivate", doing: "Reactivating customers", done: "reactivated", affects: "Suspended" },
} as const;
const customersOf = (count: number) => `${count.toLocaleString("en-GB")} customer${count === 1 ? "" : "s"}`;
const leftAlone = (count: number, what: Several) =>
  `${customersOf(count)} of those selected ${count === 1 ? "is" : "are"} ${what === "suspend" ? "suspended" : "active"} already and ${count === 1 ? "stays" : "stay"} so.`;
const were = (count: number) => (count === 1 ? "was" : "were");

/**
 * Suspends or reactivates those of the selected customers that are not yet; each in a separate call, so that one
 * refusal does not stop the others.
 */
export function SeveralDialog({ what, chosen, onClose }: Props) {
  const { verb, doing, done, affects } = words[what];
  const those = chosen.filter(({ Status }) => Status === affects);
  const others = chosen.length - those.length;
  const { outcome, run } = useSeveral(
    customers[what],
    (item: CustomerItem) => ({ params: { customerId: item.Id } }),
    refreshes,
  );
  const start = async (items: readonly CustomerItem[]) => {
    const refused = await run(items);
    if (refused.length > 0) return;
    toast(`${customersOf(items.length)} ${were(items.length)} ${done}`);
    onClose();
  };

  if (outcome?.running)
    return (
      <Dialog title={doing} size="small" onClose={onClose} locked>
        <ProgressBar
          label={doing}
          done={outcome.done / outcome.of}
          note={`${outcome.done} of ${customersOf(outcome.of)}`}
        />
      </Dialog>
    );
  if (outcome)
    return (
      <Refusals
        done={`${customersOf(outcome.of - outcome.refused.length)} ${were(outcome.of - outcome.refused.length)} ${done}`}
        refused={outcome.refused}
        onAgain={() => void start(outcome.refused.map(({ item }) => item))}
        onClose={onClose}
      />
    );
  return (
    <TaskDialog
      title={`${verb} ${customersOf(those.length)}?`}
      size="medium"
      onClose={onClose}
      action={`${verb} ${customersOf(those.length)}`}
      danger={what === "suspend"}
      onConfirm={() => void start(those)}
    >
      <div className="grid gap-5 text-muted">
        {what === "suspend" ? <SuspensionConsequences several /> : <ReactivationConsequences several />}
        <Names customers={those} />
        {others > 0 && <p>{leftAlone(others, what)}</p>}
      </div>
    </TaskDialog>
  );
}

const Names = ({ customers: named }: { customers: readonly CustomerItem[] }) => (
  <ul aria-label="Customers affected" className="rounded-control border border-line px-3 py-2 text-ink">
    {named.map(({ Id, Name }) => (
      <li key={Id} className="truncate py-0.5">
        {Name}
      </li>
    ))}
  </ul>
);

type RefusalsProps = {
  done: string;
  refused: readonly Refused<CustomerItem>[];
  onAgain: () => void;
  onClose: () => void;
};

function Refusals({ done, refused, onAgain, onClose }: RefusalsProps) {
  return (
    <Dialog
      title="Some customers were not changed"
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAgain} icon="refresh">
            Try these again
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Alert type="warning" live title={`${done}, ${customersOf(refused.length)} ${were(refused.length)} not`}>
        <ul className="grid gap-1">
          {refused.map(({ item, error }) => (
            <li key={item.Id} className="wrap-anywhere">
              <strong className="font-medium">{item.Name}:</strong> {error.message}
            </li>
          ))}
        </ul>
      </Alert>
    </Dialog>
  );
}
