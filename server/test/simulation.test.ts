/**
 * Random users, vendors, faults, kills and clocks over all that can be ordered. After every quiet moment both books agree
 * or a difference says where they part that somebody made at the vendor, charges are what was provided, no promise is lost,
 * nothing has moved otherwise than its diagram allows, and each term ended as was last stated or people knew in time. A failing run is shrunk,
 * and printed as what plays it again: `RUN="5, adds(7), settles(2)"`; `SEED`, `RUNS` and `MINUTES` say how long to go on.
 *
 * Its power was tried by hand: charging a period while its first order is at work is found in the ninth run and shrunk to
 * one step. Vendors that are bought from without a look are found, too, where an answer was lost: Microsoft (no look at
 * subscriptions and orders, a new cart each time) in the third run of seed 101 and the first of 202, Acronis (no look for
 * the unit's tag) in the third of 101, and an upgrade that is begun again in the 18th of 101. Without the steps
 * that lose the answers to purchases, a second purchase took 14 to 25 runs; that upgrade passed 24 runs each of two seeds while a
 * difference excused whatever stood at the vendor.
 */
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { diceOf } from "./mutations.ts";
import { castOf, type Cast } from "./simulated-cast.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { purchases, steps } from "./simulated-steps.ts";
import { simulatedWorld } from "./simulated-world.ts";
import { movesNotMade } from "./state-moves.ts";

const long = inject("long");
const world = await simulatedWorld();
const seed = Number(process.env["SEED"] ?? (long ? Date.now() % 1e9 : 20_261_123));
/** A run that was printed. */
const printed = process.env["RUN"];
const minutes = Number(process.env["MINUTES"] ?? 60);

class Happens implements fc.AsyncCommand<object, Cast> {
  readonly name: string;
  readonly seed: number;
  constructor(name: string, ofSeed: number) {
    this.name = name;
    this.seed = ofSeed;
  }
  check = () => true;
  async run(_: object, cast: Cast) {
    await steps[this.name]!.act(cast, diceOf(this.seed));
  }
  toString = () => `${this.name}(${this.seed})`;
}

/** Everything is quiet for a moment, and what must hold then does. */
class Settles implements fc.AsyncCommand<object, Cast> {
  readonly seed: number;
  constructor(ofSeed: number) {
    this.seed = ofSeed;
  }
  check = () => true;
  async run(_: object, { world: of, promises }: Cast) {
    const breaches = [...(await of.settle(diceOf(this.seed))), ...(await promises.broken())];
    if (breaches.length === 0) return;
    console.log(
      breaches.join("\n"),
      JSON.stringify(
        await of.app.sql(
          "select s.name, s.status, s.quantity, s.vendor_ref, s.term, s.period_from, s.period_until, s.term_until, s.term_end, k.worked_until, (select json_agg(json_build_object('seen', v.facts, 'by', v.seen_by, 'at', v.seen_at)) from vendor_views v where v.subscription_id = s.id) as views, (select json_agg(json_build_object('task', o.task, 'state', l.state, 'settled', l.settled_at, 'placed', o.placed_at, 'message', o.message) order by o.id) from order_lines l join orders o on o.id = l.order_id where l.subscription_id = s.id) as lines from subscriptions s, business_clock k",
        ),
        null,
        1,
      ),
    );
    throw new Error(breaches.join("\n"));
  }
  toString = () => `settles(${this.seed})`;
}

type Step = fc.AsyncCommand<object, Cast>;

/** Reads the steps of a run as they are printed. */
const readSteps = (text: string) =>
  [...text.matchAll(/(\w+)\((\d+)\)/g)].map(([, name, of]) =>
    name === "settles" ? new Settles(Number(of)) : new Happens(name!, Number(of)),
  );

const seeds = fc.nat({ max: 1e6 });
const happening = fc.oneof(
  ...Object.entries(steps).map(([name, { weight }]) => ({
    weight,
    arbitrary: seeds.map((of) => new Happens(name, of)),
  })),
  { weight: 2, arbitrary: seeds.map((of) => new Settles(of)) },
);

test("every fulfiller of the registry is in the cast, with its faults", async () => {
  await world.reset(seed);
  const { shelf } = await castOf(world);
  for (const { id, name, can } of vendors) {
    expect(
      [...shelf.values()].some(({ fulfiller }) => fulfiller === id),
      `nothing of ${name} is sold`,
    ).toBe(true);
    if (can.isPeople) continue;
    await expect(world.control(id, "faults", { chaos: null }), `${name} has no faults`).resolves.toBeDefined();
    expect(purchases[id], `no answers to purchases at ${name} are lost`).toBeDefined();
    expect(
      Object.keys(steps).some((step) => step.startsWith(id)),
      `${name} does nothing by itself`,
    ).toBe(true);
  }
});

test(
  "whatever users, vendors and the clock do, and wherever the worker is killed, the books hold",
  // The last run is finished, and what it broke is looked for in smaller ones.
  { timeout: (minutes + 30) * 60_000 },
  async () => {
    const play = async (first: number, commands: Iterable<Step>) => {
      const dice = await world.reset(first);
      const cast = await castOf(world);
      const begun = [0, 1].map(() => new Happens("adds", dice.below(1e6)));
      const all = [...begun, ...commands, new Settles(dice.below(1e6))];
      await fc
        .asyncModelRun(() => ({ model: {}, real: cast }), all)
        .catch((error: unknown) => {
          console.info(`RUN="${[first, ...commands].join(", ")}"`);
          throw error;
        });
      world.seen.promises += cast.promises.count.lines;
      world.seen.plans += cast.promises.count.plans;
      world.seen.quotes += cast.promises.count.quotes;
    };
    if (printed) {
      await expect(play(Number.parseInt(printed), readSteps(printed))).resolves.toBeUndefined();
      return console.info(`Played again: ${JSON.stringify(world.seen)}`);
    }
    // Few random runs live until a term ends.
    if (long) await play(27, readSteps("reachesTermEnd(21), reachesTermEnd(22), reachesTermEnd(23)"));
    const property = fc.asyncProperty(
      seeds,
      fc.commands([happening], { maxCommands: long ? 60 : 20, size: "max" }),
      play,
    );
    await fc.assert(property, {
      seed,
      numRuns: Number(process.env["RUNS"] ?? (long ? 100_000 : 1)),
      interruptAfterTimeLimit: minutes * 60_000,
      endOnFailure: process.env["SHRINK"] === "no",
    });
    // A run is counted when the next begins.
    await world.reset(seed);
    console.info(`Simulated with seed ${seed}: ${JSON.stringify(world.seen)}`);
    if (long) console.info(`No run has made these moves: ${movesNotMade().join(", ")}`);
    // A run in which nothing went wrong would prove nothing.
    const { orders, kills, differences, charges, promises, news } = world.seen;
    const { used, returned, numbers, adopted, givenAway } = world.seen;
    for (const count of [orders, kills, charges, promises]) expect(count).toBeGreaterThan(0);
    if (!long) return;
    for (const count of [differences, news, used, returned, numbers, adopted, givenAway])
      expect(count).toBeGreaterThan(0);
    const { approved, termsKept, fulfilled } = world.seen;
    for (const count of [approved, termsKept, ...Object.values(fulfilled)]) expect(count).toBeGreaterThan(0);
  },
);
