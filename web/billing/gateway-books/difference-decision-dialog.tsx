import { gatewayBooks, type GatewayDifferenceItem } from "@tradewind/contract/billing/gateway-books.ts";
import { useWrite } from "../../platform/queries.ts";
import { ReasonDialog } from "../../shared/reason-dialog.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { toast } from "../../ui/toast.tsx";
import { causeWords, differenceOf, type Task } from "./gateway-difference.tsx";

const words = {
  setAside: {
    title: "Set difference aside",
    action: "Set aside",
    about: "Say what it is and how it was resolved. It is open again if its amounts change.",
    done: "The difference is set aside",
  },
  reopen: {
    title: "Undo this decision",
    action: "Undo",
    about: "The difference waits to be resolved again.",
    done: "The difference waits to be resolved",
  },
} as const;

type Props = { task: Task; difference: GatewayDifferenceItem; onClose: () => void };

/** Sets a difference with a gateway aside, or takes it up again, with a reason. */
export function DifferenceDecisionDialog({ task, difference, onClose }: Props) {
  const { done, ...shown } = words[task];
  const write = useWrite(gatewayBooks[task], {
    refreshes: ["gatewayBooks"],
    shown: true,
    onDone: () => (toast(done), onClose()),
  });
  return (
    <ReasonDialog
      {...shown}
      draft={`${task}:${difference.Id}`}
      subtitle={`${causeWords[difference.Cause].title}, ${formatMoney(differenceOf(difference))} at ${difference.Name}`}
      proofFor="it changes what needs a person."
      longest={500}
      write={write}
      send={(reason) =>
        write.mutateAsync({
          params: { gatewayDifferenceId: difference.Id },
          body: { Version: difference.Version, Reason: reason.trim() },
        })
      }
      onClose={onClose}
    />
  );
}
