import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { useQuery } from "@tanstack/react-query";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { workLoadQuery, type WorkItem } from "./work.queries.ts";

/** What is shared out in a dialog. */
export type Shared = { what: "give" | "due"; items: readonly [WorkItem, ...WorkItem[]] };

/** Takes work for whoever is signed in, and says who has it if somebody was faster. */
export function useTake(onDone: () => void = () => {}) {
  const { data: load } = useQuery(workLoadQuery);
  const me = load?.People.find(({ IsMe }) => IsMe)?.Id;
  const write = useWrite(workSharing.assign, {
    refreshes: ["work"],
    onDone: (result) => (tell(result, "taken"), onDone()),
  });
  const assign = (items: readonly WorkItem[], To: string | null) =>
    write.mutate({ body: { Items: items.map(({ Id, AssigneeId }) => ({ Id, From: AssigneeId })), To } });
  return {
    busy: write.isPending || me === undefined,
    me,
    take: (...items: readonly WorkItem[]) => me !== undefined && assign(items, me),
    giveBack: (item: WorkItem) => assign([item], null),
  };
}

function tell({ Changed, Refused }: ResultOf<typeof workSharing.assign>, done: string) {
  if (Refused.length === 1) toast(`${Refused[0]!.Title}: ${Refused[0]!.Why}.`, { kind: "problem" });
  else if (Refused.length > 1) toast(`${Refused.length} stayed as they were.`, { kind: "problem" });
  if (Changed > 1) toast(`${Changed} orders were ${done}`);
}
