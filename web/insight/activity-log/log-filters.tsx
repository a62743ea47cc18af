import { activityKindNames, activityOutcomes } from "@tradewind/domain/insight/activity-log.ts";
import { Select } from "../../ui/choice.tsx";
import { DateRangeField } from "../../ui/date-range-field.tsx";
import { kindChoices, outcomeChoices } from "./activity-words.tsx";

type Asked = {
  Kind?: (typeof activityKindNames)[number] | undefined;
  Outcome?: (typeof activityOutcomes)[number] | undefined;
  From?: string | undefined;
  Until?: string | undefined;
};

/** The filters that every log has. */
export function LogFilters({ asked, ask }: { asked: Asked; ask: (change: Asked) => void }) {
  const half = "w-44 max-md:w-[calc(50%-0.375rem)]";
  return (
    <>
      <Select
        label="Kind"
        className={half}
        value={asked.Kind ?? ""}
        placeholder="All kinds"
        choices={kindChoices}
        onChange={({ target }) => ask({ Kind: activityKindNames.find((each) => each === target.value) })}
      />
      <Select
        label="Outcome"
        className={half}
        value={asked.Outcome ?? ""}
        placeholder="All outcomes"
        choices={outcomeChoices}
        onChange={({ target }) => ask({ Outcome: activityOutcomes.find((each) => each === target.value) })}
      />
      <div className="w-80 max-md:w-full">
        <DateRangeField
          label="Period"
          value={{ from: asked.From ?? "", until: asked.Until ?? "" }}
          onValue={({ from, until }) => ask({ From: from || undefined, Until: until || undefined })}
        />
      </div>
    </>
  );
}
