import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { Cast } from "./teller.ts";

/** The operator's people share out their work: Priya has the mail filter, of which a step is done and something is said. */
export async function shareOutWork({ operator }: Cast): Promise<void> {
  const { Items } = await operator.call(work.list);
  const { People } = await operator.call(workSharing.load);
  const give = (name: string, item: (typeof Items)[number] | undefined) =>
    item &&
    operator.call(workSharing.assign, {
      body: {
        Items: [{ Id: item.Id, From: item.AssigneeId }],
        To: People.find(({ Name }) => Name === name)!.Id,
      },
    });
  const filter = Items.find(({ StepsLeft, Assignee }) => StepsLeft > 1 && Assignee === null);
  await give(
    "Owen Hughes",
    Items.findLast((each) => each.Assignee === null && each !== filter),
  );
  if (!filter) return;
  await give("Priya Nair", filter);
  const params = { workItemId: filter.Id };
  await operator.call(workSharing.tick, { params, body: { Position: 1, Done: true } });
  const say = (For: "us" | "reseller", Text: string) =>
    operator.call(workSharing.note, { params, body: { For, Text } });
  await say("us", "Their IT contact is away until Monday; call reception instead.");
  await say("reseller", "The records are sent. We test the mail flow as soon as your customer has set them.");
}
