/** Random changes of every kind while no vendor fails: each is charged as it was proposed, to the penny. */
import { expect, inject, test } from "vitest";
import { castOf } from "./simulated-cast.ts";
import { steps } from "./simulated-steps.ts";
import { simulatedWorld } from "./simulated-world.ts";

const long = inject("long");
const world = await simulatedWorld();
const seed = Number(process.env["SEED"] ?? (long ? Date.now() % 1e9 : 20_261_127));
const count = long ? 10_000 : 15;
/** After so many lines everything begins anew, so that a customer's services stay few. */
const perRun = 100;

const changes = [
  "addsCustomer",
  "adds",
  "setsQuantity",
  "schedules",
  "billsOtherwise",
  "endsEarly",
  "upgrades",
  "beginsTerm",
  "cancels",
  "addsNumbers",
  "setsAttributes",
  "handsOver",
  "completes",
  "plans",
] as const;

test(
  `${count} random changes are charged to the penny what they proposed, from seed ${seed}`,
  { timeout: 4 * 3_600_000 },
  async () => {
    let lines = 0;
    const kinds = new Set<string>();
    for (let run = 0; lines < count; run++) {
      const dice = await world.reset(seed + run);
      const cast = await castOf(world);
      const wanted = Math.min(perRun, count - lines);
      while (cast.promises.count.lines < wanted) {
        for (let at = 0; at < 8; at++) await steps[dice.pick(changes)]!.act(cast, dice);
        await world.finish(dice);
        expect(await cast.promises.broken()).toEqual([]);
        if (dice.next() < 0.3) await world.days(dice, dice.pick([1, 3, 8, 31]));
      }
      expect(await world.settle(dice)).toEqual([]);
      // Somebody whom a customer's directory does not know is refused a unit, and was charged nothing for it. What waited
      // for its turn with a vendor may come after the vendor's window, or after what it was to end with.
      const refused = await world.app.sql<{ kind: string; message: string | null }>(
        `select o.task as kind, o.message from orders o join products p on p.id = o.product_id
         where o.status = 'Failed' and p.fulfiller <> 'people' and o.task <> 'assign' and o.message !~ 'days are over|end on that day'`,
      );
      expect(refused).toEqual([]);
      // Where a vendor forgot what was wanted for the end of a term on its last day, that could not be asked for again in time.
      const differing = await world.app.sql(
        `select d.kind, d.ours, d.theirs, d.name, d.since from differences d where d.state <> 'closed' and not exists (
           select from intents i where i.subscription_id = d.subscription_id and i.kind = 'termEnd' and i.state = 'tooLate')`,
      );
      expect(differing).toEqual([]);
      for (const { task } of await world.app.sql<{ task: string }>(
        "select distinct task from orders where status = 'Completed'",
      ))
        kinds.add(task);
      lines += cast.promises.count.lines;
      console.info(`${lines} lines of ${[...kinds].toSorted().join(", ")}`);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(["add", "change", "schedule"]));
  },
);
