import { numberPorts, type PortWork } from "@tradewind/contract/ordering/number-ports.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { countOfNumbers } from "../../shared/port-words.ts";
import { DateField } from "../../ui/date-field.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { WorkForm } from "./work-form.tsx";
import type { PortAction } from "./work.queries.ts";

type Props = { item: PortWork; onClose: () => void };
const refreshes = ["number-ports"];
const subtitleOf = ({ Number, Count, Provider }: PortWork) => `${Number}: ${countOfNumbers(Count)} from ${Provider}`;

export function PortDialogs({ action: { kind, item }, onClose }: { action: PortAction; onClose: () => void }) {
  const props = { item, onClose };
  if (kind === "submit") return <SubmitDialog {...props} />;
  if (kind === "accept") return <DayDialog {...props} />;
  if (kind === "reject") return <RejectDialog {...props} />;
  return <CompleteDialog {...props} />;
}

function SubmitDialog({ item, onClose }: Props) {
  const write = useWrite(numberPorts.submit, {
    refreshes,
    shown: true,
    onDone: () => (toast("The request is with the old provider"), onClose()),
  });
  return (
    <WorkForm
      title="Was it sent?"
      subtitle={subtitleOf(item)}
      action="It was sent"
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() => write.mutate({ params: { numberPortId: item.Id }, body: {} })}
    >
      <p className="text-muted">
        {item.ResellerName} is told that {item.Provider} has the request.
      </p>
    </WorkForm>
  );
}

/** Asks for the day that the old provider confirmed, and why it is another one. */
function DayDialog({ item, onClose }: Props) {
  const { Today } = useSession();
  const [on, setOn] = useState(item.PortOn ?? item.WishedOn);
  const [why, setWhy] = useState("");
  const write = useWrite(numberPorts.accept, {
    refreshes,
    shown: true,
    onDone: () => (toast("The day is set"), onClose()),
  });
  const isOther = item.State === "accepted";
  const fields = write.error?.fields ?? {};
  return (
    <WorkForm
      title={isOther ? "Change the day" : "Set the day"}
      subtitle={subtitleOf(item)}
      action={isOther ? "Change day" : "Set day"}
      busy={write.isPending}
      problem={Object.keys(fields).length === 0 ? write.error?.message : undefined}
      onClose={onClose}
      onSend={() => write.mutate({ params: { numberPortId: item.Id }, body: { On: on, Why: why.trim() || null } })}
    >
      <DateField
        label="The numbers move on"
        hint={`${item.ResellerName} asked for ${formatDate(item.WishedOn)}.`}
        min={Today}
        value={on}
        error={fields["On"]}
        onValue={setOn}
      />
      <TextArea
        label="Reason"
        hint={`${item.ResellerName} sees this.`}
        optional={!isOther}
        maxLength={500}
        value={why}
        error={fields["Why"]}
        onChange={({ target }) => setWhy(target.value)}
      />
    </WorkForm>
  );
}

function RejectDialog({ item, onClose }: Props) {
  const [why, setWhy] = useState("");
  const [missing, setMissing] = useState(false);
  const write = useWrite(numberPorts.reject, {
    refreshes,
    shown: true,
    onDone: () => (toast("The port was rejected"), onClose()),
  });
  return (
    <WorkForm
      title="Reject this port?"
      subtitle={subtitleOf(item)}
      action="Reject port"
      danger
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() => {
        setMissing(why.trim() === "");
        if (why.trim() !== "") write.mutate({ params: { numberPortId: item.Id }, body: { Why: why.trim() } });
      }}
    >
      <TextArea
        label="Reason"
        hint={`${item.ResellerName} sees this, and can correct the request. Nothing is charged.`}
        maxLength={500}
        value={why}
        error={missing && why.trim() === "" ? "A reason is required" : write.error?.fields["Why"]}
        onChange={({ target }) => setWhy(target.value)}
      />
    </WorkForm>
  );
}

function CompleteDialog({ item, onClose }: Props) {
  const write = useWrite(numberPorts.complete, {
    refreshes,
    shown: true,
    onDone: () => (toast("The numbers are here"), onClose()),
  });
  return (
    <WorkForm
      title="Are the numbers here?"
      subtitle={subtitleOf(item)}
      action="They are here"
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() => write.mutate({ params: { numberPortId: item.Id }, body: {} })}
    >
      <p className="text-muted">
        They become numbers of {item.SiteName}, and {item.ResellerName} is charged and told.
      </p>
    </WorkForm>
  );
}
