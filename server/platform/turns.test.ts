import { setImmediate as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { turns } from "./turns.ts";

test("no more than four run at once, in the order they came, and a failure frees its place", async () => {
  const inTurn = turns(4);
  let running = 0;
  let mostSeen = 0;
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      inTurn(async () => {
        begun.push(n);
        mostSeen = Math.max(mostSeen, ++running);
        await later();
        running--;
        if (n % 3 === 0) throw new Error("failed");
        return n;
      }),
    ),
  );
  expect(mostSeen).toBe(4);
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(14);
  expect(await inTurn(async () => "free")).toBe("free");
});
