import { flags } from "@tradewind/contract/portal/flags.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { SidePanel } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useWrite } from "../../platform/queries.ts";
import { flagWords } from "./flag-words.ts";
import { searchResellers, type Flag } from "./flags.queries.ts";

type State = "off" | "share" | "on";
const states = [
  { value: "off", label: "Off" },
  { value: "share", label: "For a share" },
  { value: "on", label: "On" },
] as const;
const stateOf = (flag: Flag): State => (!flag.Enabled ? "off" : flag.Percentage === 100 ? "on" : "share");

/** Shows one feature: for whom it is on, and who switched it. */
export function FlagDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const form = useId();
  const [state, setState] = useState(stateOf(flag));
  const [percentage, setPercentage] = useState(flag.Percentage === 100 ? 10 : flag.Percentage);
  const change = useWrite(flags.change, { refreshes: ["flags"], onDone: onClose, shown: true });
  const save = () =>
    change.mutate({
      params: { featureName: flag.Name },
      body: { Enabled: state !== "off", Percentage: state === "share" ? percentage : 100 },
    });
  return (
    <SidePanel
      title={flag.Name}
      subtitle={flagWords[flag.Name]}
      onClose={onClose}
      locked={change.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} busy={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <form
          id={form}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {change.error && (
            <Alert type="danger" live>
              {change.error.message}
            </Alert>
          )}
          <Segmented label="For all resellers" choices={states} value={state} onValue={setState} />
          {state === "share" && (
            <NumberField
              label="Share of the resellers"
              hint="Resellers that have the feature keep it as the share grows."
              min={0}
              max={100}
              step={5}
              unit="%"
              value={percentage}
              onValue={setPercentage}
            />
          )}
        </form>
        <Exceptions flag={flag} />
        <section className="grid gap-2">
          <h3 className="text-base">Changes</h3>
          {flag.Changes.length === 0 ? (
            <p className="text-muted">Nobody has switched this feature yet.</p>
          ) : (
            <ul className="grid gap-2">
              {flag.Changes.map((each) => (
                <li key={each.At + each.What} className="grid">
                  <span className="wrap-anywhere">{each.What}</span>
                  <span className="text-sm text-muted">
                    {each.Who}, {formatDateTime(each.At)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </SidePanel>
  );
}

/** Lists the resellers with a different setting. Each change is saved immediately. */
function Exceptions({ flag }: { flag: Flag }) {
  const change = useWrite(flags.changeForReseller, { refreshes: ["flags"] });
  const set = (resellerId: string, Enabled: boolean | null) =>
    change.mutate({ params: { featureName: flag.Name, resellerId }, body: { Enabled } });
  return (
    <section className="grid gap-3">
      <h3 className="text-base">Exceptions for single resellers</h3>
      {flag.Resellers.length > 0 && (
        <ul className="grid gap-2">
          {flag.Resellers.map(({ Id, Name, Enabled }) => (
            <li key={Id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{Name}</span>
              <span className="flex items-center gap-2">
                <Segmented
                  label={`${flag.Name} for ${Name}`}
                  quietLabel
                  choices={[
                    { value: "on", label: "On" },
                    { value: "off", label: "Off" },
                  ]}
                  value={Enabled ? "on" : "off"}
                  onValue={(next) => set(Id, next === "on")}
                  disabled={change.isPending}
                />
                <Button size="small" onClick={() => set(Id, null)} disabled={change.isPending}>
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label="Add a reseller"
        hint="The reseller gets the feature at once. To exclude it instead, switch the feature off here."
        value={null}
        onValue={(option) => option && set(option.id, true)}
        search={searchResellers}
      />
    </section>
  );
}
