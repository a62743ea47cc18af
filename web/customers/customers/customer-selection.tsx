import type { CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";

const none: ReadonlyMap<string, CustomerItem> = new Map();

/** The customers that are ticked, as they stand now where they are shown, else as they stood when they were ticked. */
export function useSelection(rows: readonly CustomerItem[]) {
  const [kept, setKept] = useState(none);
  const shown = new Map(rows.map((row) => [row.Id, row]));
  const select = (ids: ReadonlySet<string>) =>
    setKept(new Map([...ids].map((id) => [id, shown.get(id) ?? kept.get(id)!])));
  return {
    selected: new Set(kept.keys()),
    chosen: [...kept.values()].map((row) => shown.get(row.Id) ?? row),
    select,
    clear: () => setKept(none),
  };
}

type Props = {
  chosen: readonly CustomerItem[];
  mayEdit: boolean;
  onSeveral: (what: "suspend" | "reactivate") => void;
  onCsv: () => void;
};

/** What can be done with all that are ticked; what fits none of them is not offered. */
export function CustomerBulk({ chosen, mayEdit, onSeveral, onCsv }: Props) {
  const has = (status: CustomerItem["Status"]) => chosen.some(({ Status }) => Status === status);
  return (
    <>
      {mayEdit && has("Active") && (
        <Button size="small" icon="pause" onClick={() => onSeveral("suspend")}>
          Suspend
        </Button>
      )}
      {mayEdit && has("Suspended") && (
        <Button size="small" icon="refresh" onClick={() => onSeveral("reactivate")}>
          Reactivate
        </Button>
      )}
      <Button size="small" icon="download" onClick={onCsv}>
        Download CSV
      </Button>
    </>
  );
}
