import { mostWorkAtOnce, workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Select } from "../../ui/choice.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { WorkForm } from "./work-form.tsx";
import type { Shared } from "./use-take.ts";
import { workLoadQuery } from "./work.queries.ts";

type Props = { items: Shared["items"]; onDone: () => void; onClose: () => void };
type Result = ResultOf<typeof workSharing.assign>;

const refreshes = ["work"];
const about = (items: Shared["items"]) => (items.length === 1 ? items[0].Title : `${items.length} orders`);

export const ShareDialogs = ({ shared, ...rest }: { shared: Shared } & Omit<Props, "items">) =>
  shared.items.length > mostWorkAtOnce ? (
    <TooMany onClose={rest.onClose} />
  ) : shared.what === "give" ? (
    <GiveDialog items={shared.items} {...rest} />
  ) : (
    <DueDialog items={shared.items} {...rest} />
  );

const TooMany = ({ onClose }: Pick<Props, "onClose">) => (
  <WorkForm
    title="Too many at once"
    subtitle={`At most ${mostWorkAtOnce} orders`}
    action="Close"
    busy={false}
    problem={undefined}
    onSend={onClose}
    onClose={onClose}
  >
    <p>Select at most {mostWorkAtOnce} orders to change them together.</p>
  </WorkForm>
);

function GiveDialog({ items, onDone, onClose }: Props) {
  const { data: load } = useQuery(workLoadQuery);
  const [to, setTo] = useState(items.length === 1 ? (items[0].AssigneeId ?? "") : "");
  const share = useShared(onDone, onClose);
  const write = useWrite(workSharing.assign, { refreshes, shown: true, onDone: share.onResult });
  return (
    <WorkForm
      title="Whose work is it?"
      subtitle={about(items)}
      action="Save"
      busy={write.isPending}
      problem={write.error?.message}
      onClose={onClose}
      onSend={() =>
        share.refused
          ? onClose()
          : write.mutate({
              body: { Items: items.map(({ Id, AssigneeId }) => ({ Id, From: AssigneeId })), To: to || null },
            })
      }
    >
      <RefusedList refused={share.refused} />
      <Select
        label="Whose"
        placeholder="Nobody’s: back to the queue"
        value={to}
        error={write.error?.fields["To"]}
        choices={(load?.People ?? []).map(({ Id, Name, IsMe, Open }) => ({
          value: Id,
          label: `${IsMe ? `${Name} (you)` : Name}, ${Open.toLocaleString("en-GB")} open`,
        }))}
        onChange={({ target }) => setTo(target.value)}
      />
    </WorkForm>
  );
}

function DueDialog({ items, onDone, onClose }: Props) {
  const { Today } = useSession();
  const [day, setDay] = useState(items.length === 1 && items[0].Due >= Today ? items[0].Due : "");
  const [why, setWhy] = useState("");
  const [missing, setMissing] = useState(false);
  const share = useShared(onDone, onClose);
  const write = useWrite(workSharing.setDue, { refreshes, shown: true, onDone: share.onResult });
  const fields = write.error?.fields ?? {};
  return (
    <WorkForm
      title="Change the due day"
      subtitle={about(items)}
      action="Save"
      busy={write.isPending}
      problem={write.error && Object.keys(fields).length === 0 ? write.error.message : undefined}
      onClose={onClose}
      onSend={() => {
        if (share.refused) return onClose();
        setMissing(true);
        if (day !== "" && why.trim() !== "")
          write.mutate({ body: { Items: items.map(({ Id }) => Id), Due: day, Why: why.trim() } });
      }}
    >
      <RefusedList refused={share.refused} />
      <DateField
        label="Due"
        min={Today}
        today={Today}
        hint="For us. The reseller sees only what Start work says it is expected by."
        value={day}
        error={missing && day === "" ? "A day is required" : fields["Due"]}
        onValue={setDay}
      />
      <TextArea
        label="Reason"
        hint="Kept in the history, which only we see."
        maxLength={500}
        value={why}
        error={missing && why.trim() === "" ? "A reason is required" : fields["Why"]}
        onChange={({ target }) => setWhy(target.value)}
      />
    </WorkForm>
  );
}

/** Closes once all is done; what was refused stays on the screen with its reason. */
function useShared(onDone: () => void, onClose: () => void) {
  const [refused, setRefused] = useState<Result["Refused"]>();
  const onResult = ({ Changed, Refused }: Result) => {
    onDone();
    if (Changed > 0) toast(Changed === 1 ? "Saved" : `${Changed} orders were changed`);
    if (Refused.length > 0) setRefused(Refused);
    else onClose();
  };
  return { refused, onResult };
}

const RefusedList = ({ refused }: { refused: Result["Refused"] | undefined }) =>
  refused && (
    <Alert
      type="warning"
      title={refused.length === 1 ? "One stayed as it was" : `${refused.length} stayed as they were`}
      live
    >
      <ul>
        {refused.map(({ Id, Title, Why }) => (
          <li key={Id}>
            {Title}: {Why}
          </li>
        ))}
      </ul>
    </Alert>
  );
