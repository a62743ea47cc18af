import type { CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { Button } from "../../ui/button.tsx";

type Props = {
  chosen: readonly CustomerItem[];
  mayEdit: boolean;
  onSeveral: (what: "suspend" | "reactivate") => void;
  onCsv: () => void;
};

/** Shows the actions on all selected customers; an action that fits none of them is not offered. */
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
