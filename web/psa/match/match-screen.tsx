import { screens } from "@tradewind/contract/screens.ts";
import { useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { usePsaCalls } from "../integration/integration.queries.ts";
import { MatchPanel } from "./match-panel.tsx";
import { matchKinds, type MatchKind } from "./match.queries.ts";

const labels = { customers: "Customer matching", services: "Services matching" } as const;

/** Says what of ours is what in the PSA: customers and services, each one to one. */
export function MatchScreen() {
  const calls = usePsaCalls();
  const [kind, setKind] = useState<MatchKind>("customers");
  const seesOverview = useAllowed(screens.psaOverview);
  return (
    <>
      <PageHeader
        title="Match with the PSA"
        about="Each customer and each service is matched with one in the PSA. Nothing is saved before you save it."
        actions={seesOverview && <TextLink to={screens.psaOverview.path}>PSA overview</TextLink>}
      />
      <Tabs
        label="What is matched"
        tabs={matchKinds.map((id) => ({ id, label: labels[id] }))}
        value={kind}
        onValue={setKind}
      >
        <MatchPanel key={kind} calls={calls} kind={kind} />
      </Tabs>
    </>
  );
}
