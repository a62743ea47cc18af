import type { LineOutcome } from "@tradewind/vendors/vendor.ts";
import type { Tx } from "../../platform/db.ts";
import { settlePeople } from "../assignments/assignments.store.ts";
import { insertHistory } from "../subscriptions/subscriptions.store.ts";
import type { Work } from "./fulfil.store.ts";

type Round = { tx: Tx; resellerId: string; work: Work; now: Date };

/** Books who has got a unit and who has lost one. Of a refused line the vendor may have done a part, which stands. */
export async function bookPeople(
  { tx, resellerId, work: { order, lines }, now }: Round,
  newly: readonly LineOutcome[],
) {
  const withPeople = newly.filter(({ key }) =>
    lines.some((line) => line.subscription_id === key && line.people.length > 0),
  );
  if (withPeople.length === 0) return;
  const settled = withPeople.map((line) => ({
    key: line.key,
    done: line.state === "done",
    reason: line.state === "done" ? null : line.reason,
    settled: line.state === "done" ? [] : (line.settled ?? []),
    refs: line.state === "done" ? (line.refs ?? {}) : {},
  }));
  await settlePeople(tx, resellerId, order.id, settled, now);
  const parts = settled.flatMap(({ key, settled: kept }) => {
    const people = lines.find((line) => line.subscription_id === key)!.people.filter((each) => kept.includes(each.key));
    return people.length === 0 ? [] : [{ key, people }];
  });
  await insertHistory(
    tx,
    parts.map(({ key, people }) => ({
      resellerId,
      subscriptionId: key,
      orderId: order.id,
      entry: {
        subscriptionKey: key,
        effectiveAt: now.toISOString(),
        kind: "peopleSet",
        data: {
          given: people.filter(({ gets }) => gets).map((each) => each.key),
          taken: people.filter(({ gets }) => !gets).map((each) => each.key),
        },
      },
    })),
    now,
  );
}
