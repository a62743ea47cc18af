import { priceBooks, type PriceRuleItem } from "@tradewind/contract/catalogue/price-books.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { useWrite } from "../../platform/queries.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { PutRuleDialog } from "./put-rule-dialog.tsx";
import { targetWords } from "./price-rule-words.ts";

type Props = {
  task: "put" | "end";
  /** The rule to change or to end; a new one without. */
  rule?: PriceRuleItem;
  /** For whom a new rule is, if that is given. */
  customer?: { id: string; label: string };
  onClose: () => void;
};

/** Opens what can be done with a price rule. */
export function PriceRuleDialogs({ task, rule, customer, onClose }: Props) {
  const now = useBusinessNow();
  if (now === undefined) return null;
  const today = new Date(now).toISOString().slice(0, 10);
  if (task === "end" && rule) return <EndDialog rule={rule} today={today} onClose={onClose} />;
  return <PutRuleDialog rule={rule} customer={customer} today={today} onClose={onClose} />;
}

/** Removes a rule that has not begun; one that has is ended by one that sets nothing, from today. */
function EndDialog({ rule, today, onClose }: { rule: PriceRuleItem; today: string; onClose: () => void }) {
  const coming = rule.State === "coming";
  const done = {
    refreshes: ["price-rules"],
    onDone: () => {
      toast(coming ? "The rule was removed" : "The rule has ended");
      onClose();
    },
  };
  const end = useWrite(priceBooks.put, done);
  const remove = useWrite(priceBooks.remove, done);
  const { CustomerId, GroupId, OfferId, ProductId } = rule;
  return (
    <ConfirmDialog
      title={coming ? "Remove this rule?" : "End this rule today?"}
      subtitle={targetWords(rule)}
      action={coming ? "Remove rule" : "End rule"}
      danger
      busy={end.isPending || remove.isPending}
      onConfirm={() =>
        coming
          ? remove.mutate({ params: { priceRuleId: rule.Id } })
          : end.mutate({
              body: { CustomerId, GroupId, OfferId, ProductId, From: today, Kind: "none", Value: null },
            })
      }
      onClose={onClose}
    >
      {coming
        ? "It has not begun, so nothing changes."
        : "The next rule that applies decides from today, or no price is set. What is sold already keeps its price until its term ends."}
    </ConfirmDialog>
  );
}
