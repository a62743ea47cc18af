import { returns } from "@tradewind/contract/ordering/returns.ts";
import { useState } from "react";
import { NumberField } from "../../ui/number-field.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { WorkForm } from "./work-form.tsx";
import type { ReturnAction, ReturnItem } from "./work.queries.ts";

type Props = { item: ReturnItem; onClose: () => void };
const refreshes = ["returns", "stock"];
const titleOf = ({ Number, Quantity, Name }: ReturnItem) => `${Number}: ${Quantity} × ${Name}`;

export const ReturnDialogs = ({ action, onClose }: { action: ReturnAction; onClose: () => void }) =>
  action.kind === "receive" ? (
    <ReceiveDialog item={action.item} onClose={onClose} />
  ) : (
    <RefuseDialog item={action.item} onClose={onClose} />
  );

function ReceiveDialog({ item, onClose }: Props) {
  const [restocked, setRestocked] = useState(item.Reason === "unwanted" ? item.Quantity : 0);
  const [condition, setCondition] = useState("");
  const [carrier, setCarrier] = useState("");
  const [tracking, setTracking] = useState("");
  const write = useWrite(returns.receive, {
    refreshes,
    shown: true,
    onDone: () => (toast("The goods were received"), onClose()),
  });
  return (
    <WorkForm
      title="Receive goods"
      subtitle={titleOf(item)}
      action="Receive"
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() =>
        write.mutate({
          params: { returnId: item.Id },
          body: {
            Restocked: restocked,
            WrittenOff: item.Quantity - restocked,
            Condition: condition.trim() || null,
            Carrier: carrier.trim() || null,
            Tracking: tracking.trim() || null,
          },
        })
      }
    >
      {item.Serials.length > 0 && (
        <p className="figures wrap-anywhere">Check that these are they: {item.Serials.join(", ")}.</p>
      )}
      <NumberField
        label="Can be sold again"
        hint={`The other ${item.Quantity - restocked} are written off.`}
        min={0}
        max={item.Quantity}
        value={restocked}
        error={write.error?.fields["Restocked"]}
        onValue={setRestocked}
      />
      <TextArea
        label="Condition"
        hint={`${item.ResellerName} sees this.`}
        optional
        maxLength={500}
        value={condition}
        onChange={(event) => setCondition(event.target.value)}
      />
      {item.Wants === "replacement" && (
        <>
          <p className="text-muted">As many are sent anew, from what is free in stock.</p>
          <TextField
            label="Carrier"
            optional
            maxLength={60}
            value={carrier}
            onChange={(event) => setCarrier(event.target.value)}
          />
          <TextField
            label="Tracking number"
            optional
            maxLength={80}
            value={tracking}
            onChange={(event) => setTracking(event.target.value)}
          />
        </>
      )}
    </WorkForm>
  );
}

function RefuseDialog({ item, onClose }: Props) {
  const [why, setWhy] = useState("");
  const [missing, setMissing] = useState(false);
  const write = useWrite(returns.refuse, {
    refreshes,
    shown: true,
    onDone: () => (toast("The return was refused"), onClose()),
  });
  return (
    <WorkForm
      title="Refuse this return?"
      subtitle={titleOf(item)}
      action="Refuse return"
      danger
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() => {
        setMissing(why.trim() === "");
        if (why.trim() !== "") write.mutate({ params: { returnId: item.Id }, body: { Why: why.trim() } });
      }}
    >
      <TextArea
        label="Reason"
        hint={`${item.ResellerName} sees this.`}
        maxLength={500}
        value={why}
        error={missing && why.trim() === "" ? "A reason is required" : write.error?.fields["Why"]}
        onChange={(event) => setWhy(event.target.value)}
      />
    </WorkForm>
  );
}
