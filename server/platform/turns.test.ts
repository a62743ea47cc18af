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
      inTurn("one", async () => {
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
  expect(await inTurn("one", async () => "free")).toBe("free");
});

/** Tasks that each run until told to end, and who has begun. */
function held(inTurn: ReturnType<typeof turns>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (who: string) =>
    inTurn(who, () => {
      begun.push(who);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const end = async () => {
    ends.shift()!();
    await later();
  };
  return { begun, add, end };
}

test("one caller leaves room for others, who come next when all is taken, each in turn", async () => {
  const { begun, add, end } = held(turns(3, { each: 2 }));
  const all = ["noisy", "noisy", "noisy", "noisy", "quiet", "loud", "loud"].map(add);
  expect(begun).toEqual(["noisy", "noisy", "quiet"]);
  await end();
  expect(begun).toEqual(["noisy", "noisy", "quiet", "loud"]);
  for (let n = 0; n < 6; n++) await end();
  expect(begun).toEqual(["noisy", "noisy", "quiet", "loud", "noisy", "loud", "noisy"]);
  await Promise.all(all);

  const single = held(turns(1));
  const both = ["noisy", "noisy", "noisy", "quiet", "quiet"].map(single.add);
  for (let n = 0; n < 5; n++) await single.end();
  expect(single.begun).toEqual(["noisy", "noisy", "quiet", "noisy", "quiet"]);
  await Promise.all(both);
});

test("a place is kept for callers who have nothing running: two of them leave a third one", async () => {
  const { begun, add, end } = held(turns(4, { each: 2, kept: 1 }));
  const all = ["one", "one", "two", "two", "three", "two", "four"].map(add);
  expect(begun).toEqual(["one", "one", "two", "three"]);
  await end();
  expect(begun).toEqual(["one", "one", "two", "three", "four"]);
  await end();
  expect(begun.length).toBe(5);
  for (let n = 0; n < 5; n++) await end();
  expect(begun.slice(5)).toEqual(["two", "two"]);
  await Promise.all(all);
});

test("who has too many waiting, or waits too long, is refused, and others are not", async () => {
  const { begun, add, end } = held(turns(1, { waiting: 1, patience: 20 }));
  const [running, waiting] = [add("noisy"), add("noisy")];
  await expect(add("noisy")).rejects.toMatchObject({ code: "overloaded" });
  const quiet = add("quiet");
  await expect(waiting).rejects.toMatchObject({ code: "overloaded" });
  await expect(quiet).rejects.toMatchObject({ code: "overloaded" });
  const next = add("quiet");
  await end();
  expect(begun).toEqual(["noisy", "quiet"]);
  await end();
  await Promise.all([running, next]);
});
