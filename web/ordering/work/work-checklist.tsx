import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Card } from "../../ui/page.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { useWrite } from "../../platform/queries.ts";
import { isOpenWork } from "./work-words.ts";
import { workItemQuery, type WorkPage } from "./work.queries.ts";

/** The steps to be ticked before the work is complete, with who ticked each and when. */
export function WorkChecklist({ item }: { item: WorkPage }) {
  const queries = useQueryClient();
  const tick = useWrite(workSharing.tick, {
    refreshes: ["work"],
    onDone: (changed) => queries.setQueryData(workItemQuery(item.Id).queryKey, changed),
  });
  if (item.Steps.length === 0) return null;
  const open = isOpenWork(item);
  return (
    <Card
      title="Checklist"
      about={
        item.StepsLeft === 0
          ? "Every step is ticked."
          : open
            ? `${item.Steps.length - item.StepsLeft} of ${item.Steps.length} ticked. It can be completed once all are.`
            : `${item.Steps.length - item.StepsLeft} of ${item.Steps.length} ticked.`
      }
    >
      <ul aria-label="Checklist" className="grid gap-2">
        {item.Steps.map(({ Position, Text, TickedBy, TickedAt }) => (
          <li key={Position}>
            <Checkbox
              label={Text}
              hint={TickedAt && `${TickedBy}, ${formatDateTime(TickedAt)}`}
              checked={TickedAt !== null}
              disabled={!open || tick.isPending}
              onChange={({ target }) =>
                tick.mutate({ params: { workItemId: item.Id }, body: { Position, Done: target.checked } })
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
