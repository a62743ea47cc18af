import { screens } from "@tradewind/contract/screens.ts";
import { useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { usePsaCalls } from "../integration/integration.queries.ts";
import { MovementPanel } from "./movement-panel.tsx";
import { ReconciliationPanel } from "./reconciliation-panel.tsx";

const reports = ["movement", "reconciliation"] as const;
const labels = { movement: "Product movement", reconciliation: "Reconciliation" } as const;

/** Shows what moved in a month, and what is billed here and in the PSA, and writes from either into the PSA. */
export function ReportScreen() {
  const calls = usePsaCalls();
  const [report, setReport] = useState<(typeof reports)[number]>("movement");
  const seesOverview = useAllowed(screens.psaOverview);
  return (
    <>
      <PageHeader
        title="PSA reports"
        about="Nothing is written into the PSA before you say so."
        actions={seesOverview && <TextLink to={screens.psaOverview.path}>PSA overview</TextLink>}
      />
      <Tabs label="Reports" tabs={reports.map((id) => ({ id, label: labels[id] }))} value={report} onValue={setReport}>
        {report === "movement" ? <MovementPanel calls={calls} /> : <ReconciliationPanel calls={calls} />}
      </Tabs>
    </>
  );
}
