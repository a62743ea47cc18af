import { AsOfDialog } from "../../shared/as-of/as-of-dialog.tsx";
import { ChangesSince, rowsOf, ThenAndNow } from "../../shared/as-of/then-and-now.tsx";
import { useSession } from "../../platform/session.ts";
import { toTimeline } from "./history-entry.tsx";
import { serviceAsOf } from "./services.queries.ts";
import { wordsOf } from "./standing-words.ts";

type Props = { instanceId: string; onClose: () => void };

/** Shows how a service stood on one day, as was known on another, beside how it stands now. */
export function ServiceAsOf({ instanceId, onClose }: Props) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  return (
    <AsOfDialog query={serviceAsOf(instanceId)} onClose={onClose}>
      {({ Subscriptions, Changes }, on) => (
        <>
          {Subscriptions.map(({ Id, Name, Unit, Then, Now }) => (
            <ThenAndNow
              key={Id}
              caption={Name}
              on={on}
              rows={rowsOf(wordsOf(Then, Unit, currency), wordsOf(Now, Unit, currency))}
            />
          ))}
          <ChangesSince entries={Changes.map(toTimeline)} />
        </>
      )}
    </AsOfDialog>
  );
}
