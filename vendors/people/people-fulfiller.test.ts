import { expect, test } from "vitest";
import type { FulfilTask } from "../vendor.ts";
import { endOf, makeCustomer, makeTask } from "../test-support.ts";
import type { WorkItem } from "../vendor.ts";
import { peopleFulfiller } from "./people-fulfiller.ts";

const task: FulfilTask = makeTask("add", {
  customer: makeCustomer(),
  lines: [
    {
      key: "line-1",
      vendorRef: null,
      offerRef: "handset",
      name: "Handset",
      quantity: 2,
      term: "none",
      billing: "once",
    },
  ],
});

function queueWith(first: WorkItem | undefined) {
  let item = first;
  let opened = 0;
  const fulfiller = peopleFulfiller({
    findWork: async () => item,
    async openWork() {
      opened += 1;
      item = {
        state: "queued",
        message: "Waiting for the operator",
        attempt: (item?.attempt ?? 0) + 1,
        reference: "W-7",
      };
      return item;
    },
  });
  return { fulfiller, set: (next: WorkItem) => void (item = next), opened: () => opened };
}

const work = (changes: object) => ({ message: "", attempt: 1, reference: "W-7", ...changes }) as WorkItem;

test("work is opened once and its progress passed on", async () => {
  const { fulfiller, set, opened } = queueWith(undefined);
  expect(await fulfiller.fulfil(task, {})).toMatchObject({ state: "queued", message: "Waiting for the operator" });
  set(work({ state: "working", message: "Sent to the site", estimatedCompletion: "2026-12-01" }));
  expect(await fulfiller.fulfil(task, {})).toMatchObject({ state: "working", estimatedCompletion: "2026-12-01" });
  set(work({ state: "done" }));
  expect(await fulfiller.fulfil(task, {})).toMatchObject({
    state: "ended",
    lines: [{ key: "line-1", state: "done", vendorRef: "W-7/line-1" }],
  });
  expect(opened()).toBe(1);
});

test("rejected work gives the operator's reason, and a retry opens it again", async () => {
  const { fulfiller, opened } = queueWith(work({ state: "failed", reason: "The site is not reachable." }));
  const failed = await fulfiller.fulfil(task, {});
  expect(endOf(failed)).toMatchObject([{ reason: "The site is not reachable." }]);
  expect(opened()).toBe(0);
  expect(await fulfiller.fulfil(task, failed.memo)).toMatchObject({ state: "queued" });
  expect(opened()).toBe(1);
});
