/**
 * A colleague of the operator, who works the queue while somebody tries the demo: what is ordered becomes active within a
 * minute or two. What was there before, what somebody took, and what the portal does not let be completed stays.
 */
import { clock } from "@tradewind/contract/developer/clock.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { password } from "./founders.ts";
import { madeOf, type Work } from "./made.ts";
import { PortalRefusal, signIn } from "./portal.ts";
import { tickSteps } from "./tick-steps.ts";

const between = 15_000;
/** Milliseconds that work waits, so that it is seen to be under way. */
const afterAtLeast = 45_000;
/** One order in so many fails, so that this can be seen too: by its number, always the same. */
const failsOneIn = 20;

const operator = await signIn(process.env["PORTAL"]!, "owen.hughes@tradewind.example", password);
const businessNow = async () => Date.parse((await operator.call(clock.read)).Now);
const begun = await businessNow();
const left = new Set<string>();
/** Above what the story of the demo gave out. */
let codes = 200 + Math.floor(Math.random() * 250);

for (;;) {
  await sleep(between);
  try {
    const now = await businessNow();
    const { Items } = await operator.call(work.list, { query: { Sort: "age", Whose: "nobody" } });
    const due = Items.filter(({ Id, Status, Created }) => {
      const at = Date.parse(Created);
      return Status === "queued" && at >= begun && at <= now - afterAtLeast && !left.has(Id);
    });
    for (const item of due) await see(item);
  } catch (error) {
    // The portal may be restarting; whatever it was, it is looked at again.
    console.error(error instanceof Error ? error.message : error);
  }
}

async function see(item: Work): Promise<void> {
  const params = { workItemId: item.Id };
  try {
    if (Number.parseInt(item.OrderNumber.slice(-4), 16) % failsOneIn === 0)
      await operator.call(work.reject, {
        params,
        body: {
          Note: "The vendor refused it: this customer is known there under another partner. Ask them, then order again.",
        },
      });
    else {
      await tickSteps(operator, item.Id);
      await operator.call(work.complete, { params, body: { Made: madeOf(item, () => codes++) } });
    }
  } catch (error) {
    if (!(error instanceof PortalRefusal)) throw error;
    console.error(error.message);
    left.add(item.Id);
  }
}
