import { screens } from "@tradewind/contract/screens.ts";
import { matchKinds, type MatchKind } from "@tradewind/domain/psa/matching.ts";
import { useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { usePsaCalls } from "../integration/integration.queries.ts";
import { MatchPanel } from "./match-panel.tsx";
import { matchWords } from "./match-words.ts";

/** Says what of ours is what in the PSA: customers and services one to one, and as what services are billed. */
export function MatchScreen() {
  const calls = usePsaCalls();
  const [{ Kind }, ask] = useAsked(screens.psaMatch);
  // What was changed under one tab stays while another is looked at.
  const [opened, setOpened] = useState<readonly MatchKind[]>([]);
  if (!opened.includes(Kind)) setOpened([...opened, Kind]);
  const seesOverview = useAllowed(screens.psaOverview);
  return (
    <>
      <PageHeader
        title="Match with the PSA"
        about="Say what your customers and services are in the PSA. Nothing is saved before you save it."
        actions={seesOverview && <TextLink to={screens.psaOverview.path}>PSA overview</TextLink>}
      />
      <Tabs
        label="What is matched"
        tabs={matchKinds.map((id) => ({ id, label: matchWords[id].tab }))}
        value={Kind}
        onValue={(next) => ask({ Kind: next })}
      >
        {opened.map((kind) => (
          <div key={kind} hidden={kind !== Kind}>
            <MatchPanel calls={calls} kind={kind} />
          </div>
        ))}
      </Tabs>
    </>
  );
}
