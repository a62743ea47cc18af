import { addOns, readRef } from "@tradewind/vendors/bitdefender/bitdefender-parts.ts";
import type { Dice } from "./mutations.ts";
import { oneOf, type Cast, type Step } from "./simulated-cast.ts";

/** Something that somebody does in Bitdefender's own console with one of the companies. */
const inConsole =
  (action: string, more: (dice: Dice) => Record<string, unknown>): Step =>
  async (cast, dice) => {
    const held = await oneOf(
      cast,
      dice,
      "p.fulfiller = 'bitdefender' and s.vendor_ref is not null and s.status <> 'cancelled'",
    );
    const ref = held && readRef(held.vendor_ref!);
    if (!ref) return;
    cast.world.touch(held.id);
    await cast.world.control("bitdefender", "act", { action, companyId: ref.companyId, ...more(dice) });
  };

/** Methods that write, of which a no is an answer with status 200. */
const writes = ["createCompany", "setMonthlySubscription", "suspendCompany", "activateCompany", "deleteCompany"];

const refuses: Step = ({ world }: Cast, dice) =>
  world.control("bitdefender", "act", { action: "refuse", method: dice.pick(writes), times: 1 + dice.below(2) });

/** Agents are heard, and a month that is over is corrected. */
const measures: Step = async (cast, dice) => {
  const month = cast.world.app.platform.clock.today().slice(0, 7);
  const counter = dice.pick(["aLaCarteMonthlyUsage", "mspSecureMonthlyUsage", ...Object.values(addOns)]);
  const value = dice.below(20);
  await (dice.next() < 0.7
    ? inConsole("use", () => ({ counter, value }))(cast, dice)
    : inConsole("correct", () => ({ counter, month, value }))(cast, dice));
};

/** What Bitdefender and its console do by themselves. */
export const bitdefenderSteps: Record<string, { weight: number; act: Step }> = {
  bitdefenderSetsSlots: { weight: 1, act: inConsole("setSlots", (dice) => ({ slots: 1 + dice.below(12) })) },
  bitdefenderSuspends: { weight: 1, act: inConsole("suspend", (dice) => ({ on: dice.next() < 0.6 })) },
  bitdefenderRenames: { weight: 1, act: inConsole("rename", (dice) => ({ name: `Renamed ${dice.below(1e6)}` })) },
  bitdefenderDeletes: { weight: 1, act: inConsole("remove", () => ({})) },
  bitdefenderRefuses: { weight: 1, act: refuses },
  bitdefenderMeasures: { weight: 2, act: measures },
};
