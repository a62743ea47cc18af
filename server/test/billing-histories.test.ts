/**
 * Random histories of billing: orders, all ways to pay, what goes wrong with them, and credit. At each month's end, and at the
 * end of each history, all books agree to the penny. `SEED`, `RUNS` and `RUN` (`"transfer(7), daysPass(2)"`) play one again.
 */
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { closeBooks } from "./billing-close.ts";
import { billingPeople } from "./billing-people.ts";
import { endTrouble, steps } from "./billing-steps.ts";
import { billingWorld } from "./billing-world.ts";
import { diceOf } from "./mutations.ts";

const long = inject("long");
const seed = Number(process.env["SEED"] ?? (long ? Date.now() % 1e9 : 20_261_127));
const runs = Number(process.env["RUNS"] ?? (long ? 60 : 1));
const world = await billingWorld();
const people = billingPeople(world);

type Happening = { name: string; of: number };
const happening = fc.oneof(
  ...Object.entries(steps).map(([name, { weight }]) => ({
    weight,
    arbitrary: fc.nat({ max: 1e6 }).map((of): Happening => ({ name, of })),
  })),
);
const written = (history: readonly Happening[]) => history.map(({ name, of }) => `${name}(${of})`).join(", ");

async function play(history: readonly Happening[]): Promise<void> {
  const payers = [await people.addPayer("GBP"), await people.addPayer("EUR")];
  for (const payer of payers) await people.buy(payer, 10);
  try {
    for (const { name, of } of history) await steps[name]!.act({ world, people, payers, dice: diceOf(of) });
    const scene = { world, people, payers, dice: diceOf(history.length) };
    await steps["monthEnds"]!.act(scene);
    await endTrouble(scene);
    expect(await closeBooks(world, people, payers)).toEqual([]);
  } catch (error) {
    throw new Error(`SEED=${seed} RUN="${written(history)}"`, { cause: error });
  }
}

test(
  "whatever happens in whatever order, at each month's end all books of billing agree to the penny",
  async () => {
    const printed = process.env["RUN"];
    if (printed)
      return play([...printed.matchAll(/(\w+)\((\d+)\)/g)].map(([, name, of]) => ({ name: name!, of: Number(of) })));
    // The runs share one world, so that a shorter one is another history: it is not shrunk.
    await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 12, maxLength: long ? 60 : 24 }), play), {
      seed,
      numRuns: runs,
      endOnFailure: true,
    });
    const [row] = await world.app.sql<{ n: number }>("select count(*)::int as n from invoices");
    expect(row!.n).toBeGreaterThan(runs);
  },
  120_000 + runs * 240_000,
);
