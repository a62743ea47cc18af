import { everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { Dice } from "./mutations.ts";
import { vendorSteps } from "./simulated-vendor-steps.ts";
import { tickSteps } from "./tick-steps.ts";
import { isAnswered, numberAreas, stockNumbers, type Cast, type Step } from "./simulated-cast.ts";

/** What work is to make, with numbers that nothing else has. */
async function madeBy({ world, operator }: Cast, workItemId: string) {
  const items = (await world.app.call(operator, work.list)).Result!.Items;
  const due = (items.find(({ Id }) => Id === workItemId)?.Lines ?? []).flatMap(({ Key, Resources }) =>
    Resources.filter(({ Optional }) => !Optional).map((each) => ({ Key, ...each })),
  );
  return {
    Made: due.flatMap(({ Key, Kind, Make }) =>
      Array.from({ length: Make }, () => ({
        Key,
        Kind,
        Answers: { Code: `0113 ${String(100_000 + world.seen.numbers++)}0` },
      })),
    ),
    Ended: due.flatMap(({ End, Standing }) => Standing.slice(0, End).map(({ Id }) => Id)),
  };
}

async function doWork(cast: Cast, dice: Dice, how: "complete" | "reject") {
  const { world, operator } = cast;
  const items = await world.app.sql<{ id: string }>("select id from work_items order by id");
  if (items.length === 0) return;
  const params = { workItemId: dice.pick(items).id };
  if (how === "complete") await tickSteps(world.app, operator, params.workItemId);
  isAnswered(
    how === "complete"
      ? await world.app.call(operator, work.complete, { params, body: await madeBy(cast, params.workItemId) })
      : await world.app.call(operator, work.reject, { params, body: { Note: "There are none." } }),
  );
}

/** Brings what nobody ordered here into its customer's book, as it is proposed. */
async function adoptOne({ world, operator }: Cast, dice: Dice) {
  const { Items } = (await world.app.call(operator, everyDifference.list, { query: {} })).Result!;
  const unknown = Items.filter(({ Cures }) => Cures.includes("adopt"));
  if (unknown.length === 0) return;
  const params = { differenceId: dice.pick(unknown).Id };
  const proposal = await world.app.call(operator, everyDifference.propose, { params, query: {} });
  isAnswered(proposal);
  if (!proposal.Succeed) return;
  const { Hash, From } = proposal.Result!;
  const adopted = await world.app.call(operator, everyDifference.adopt, { params, body: { Hash, From } });
  isAnswered(adopted);
  if (adopted.Succeed) world.seen.adopted++;
}

/** What the operator's people do. */
export const operatorSteps: Record<string, { weight: number; act: Step }> = {
  completes: { weight: 3, act: (cast, dice) => doWork(cast, dice, "complete") },
  stocksNumbers: {
    weight: 1,
    async act({ world, operator }, dice) {
      isAnswered(await stockNumbers(world, operator, dice.pick(numberAreas), 1 + dice.below(9)));
    },
  },
  rejects: { weight: 1, act: (cast, dice) => doWork(cast, dice, "reject") },
  adopts: {
    weight: 4,
    async act(cast, dice) {
      // What was sold by hand is known once all is compared.
      if (dice.next() < 0.7) await vendorSteps["microsoftSells"]!.act(cast, dice);
      await cast.world.sweep();
      await cast.world.runNow("vendors.sweep");
      await adoptOne(cast, dice);
    },
  },
};
