import { addDays } from "@tradewind/domain/values/dates.ts";
import type { Dice } from "./mutations.ts";
import { oneOf, type Cast, type Held, type Step } from "./simulated-cast.ts";

/** Microsoft's news arrive: in another order, twice, tampered with, or not at all. */
async function newsArrive({ world }: Cast, dice: Dice) {
  const { held } = (await world.control("microsoft", "webhooks")) as { held: { id: string }[] };
  const ids = held.map(({ id }) => id);
  const some = (share: number) => ids.filter(() => dice.next() < share);
  const order = ids
    .map((id) => ({ id, at: dice.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ id }) => id);
  await world.control("microsoft", "webhooks/release", {
    order,
    duplicate: some(0.3),
    drop: some(0.2),
    tamper: some(0.1),
  });
}

/** Something at Microsoft, which it changes by itself. */
async function atMicrosoft(
  cast: Cast,
  dice: Dice,
  action: string,
  more: (held: Held) => Record<string, unknown> = () => ({}),
) {
  const held = await oneOf(cast, dice, "p.fulfiller = 'microsoft' and s.vendor_ref is not null");
  if (!held) return undefined;
  cast.world.touch(held.id);
  const done = await cast.world.control("microsoft", "act", { action, subscriptionId: held.vendor_ref, ...more(held) });
  if (dice.next() < 0.5) await newsArrive(cast, dice);
  return done;
}

/** Something at Acronis, which somebody changes in its own console. */
async function atAcronis(cast: Cast, dice: Dice, action: string, more: Record<string, unknown> = {}) {
  const held = await oneOf(
    cast,
    dice,
    "p.fulfiller = 'acronis' and s.vendor_ref is not null and s.status <> 'cancelled'",
  );
  if (!held) return;
  cast.world.touch(held.id);
  await cast.world.control("acronis", "act", { action, tenantId: held.vendor_ref, ...more });
}

/** Acronis measures something from now on, or says another thing of the month that is over. */
async function measure(cast: Cast, dice: Dice) {
  const held = await oneOf(cast, dice, "p.fulfiller = 'acronis' and s.vendor_ref is not null");
  if (!held) return;
  const [{ item, month }] = (await cast.world.app.sql(
    `select f.meters -> 0 ->> 'meter' as item, to_char($2::date - interval '1 month', 'YYYY-MM') as month
     from subscriptions s join offers f on f.id = s.offer_id where s.id = $1`,
    [held.id, cast.world.app.platform.clock.today()],
  )) as [{ item: string; month: string }];
  const value = dice.below(40) * (item.includes("storage") ? 1024 ** 3 : 1);
  const what = dice.next() < 0.7 ? { action: "use" } : { action: "correct", month };
  await cast.world.control("acronis", "act", { tenantId: held.vendor_ref, item, value, ...what });
}

const chaosKinds = ["late", "429", "500", "500after", "reset", "commitThenReset"];

/** Troubles a vendor from now on, at random and some of its next answers besides: half of one, or a proxy's page. */
async function trouble({ world }: Cast, dice: Dice, rate: number) {
  const vendor = dice.pick(world.systems);
  const chaos = rate === 0 ? null : { seed: dice.below(1e9), rate, kinds: chaosKinds, lateMs: 20 };
  await world.control(vendor, "faults", { chaos });
  if (rate > 0)
    await world.control(vendor, "faults", {
      times: 1 + dice.below(3),
      match: { nth: 1 + dice.below(6) },
      fault: { kind: dice.pick(["truncate", "html502"]) },
    });
}

/** What vendors do by themselves. */
export const vendorSteps: Record<string, { weight: number; act: Step }> = {
  newsArrive: { weight: 4, act: newsArrive },
  microsoftSetsQuantity: {
    weight: 2,
    act: (cast, dice) => atMicrosoft(cast, dice, "setQuantity", () => ({ quantity: 1 + dice.below(12) })),
  },
  microsoftMovesWindows: {
    weight: 2,
    act: (cast, dice) =>
      atMicrosoft(cast, dice, "moveWindows", () => ({
        until: `${addDays(cast.world.app.platform.clock.today(), dice.below(12) - 2)}T12:00:00Z`,
      })),
  },
  microsoftSuspends: { weight: 1, act: (cast, dice) => atMicrosoft(cast, dice, "suspend") },
  microsoftReinstates: { weight: 1, act: (cast, dice) => atMicrosoft(cast, dice, "reinstate") },
  microsoftRemoves: { weight: 1, act: (cast, dice) => atMicrosoft(cast, dice, "remove") },
  microsoftMovesTermEnd: {
    weight: 1,
    act: (cast, dice) =>
      atMicrosoft(cast, dice, "endTermBefore", () => ({
        day: addDays(cast.world.app.platform.clock.today(), 1 + dice.below(60)),
      })),
  },
  microsoftExtends: {
    weight: 2,
    act: (cast, dice) => atMicrosoft(cast, dice, "extend", () => ({ day: cast.world.app.platform.clock.today() })),
  },
  microsoftRenews: {
    weight: 3,
    act: (cast, dice) =>
      atMicrosoft(cast, dice, "renew", () => ({
        day: cast.world.app.platform.clock.today(),
        termDuration: dice.pick(["P1M", "P1Y"]),
      })),
  },
  microsoftSwitchesRenewal: {
    weight: 3,
    act: (cast, dice) => atMicrosoft(cast, dice, "switchRenewal", () => ({ on: dice.next() < 0.4 })),
  },
  microsoftForgets: { weight: 1, act: (cast, dice) => atMicrosoft(cast, dice, "forget") },
  microsoftSells: {
    weight: 1,
    async act(cast, dice) {
      const more = ({ tenant_ref }: Held) => ({ customerId: tenant_ref, quantity: 1 + dice.below(5) });
      const made = (await atMicrosoft(cast, dice, "sell", more)) as { id: string } | undefined;
      if (made) cast.world.sold.add(made.id);
    },
  },
  acronisSetsQuota: {
    weight: 1,
    act: (cast, dice) => atAcronis(cast, dice, "setQuota", { quantity: 1 + dice.below(12) }),
  },
  acronisSwitches: {
    weight: 1,
    act: (cast, dice) => atAcronis(cast, dice, "setEnabled", { on: dice.next() < 0.5 }),
  },
  acronisMeasures: { weight: 3, act: measure },
  usesForAMonth: {
    weight: 2,
    async act(cast, dice) {
      await cast.world.work(dice, 8);
      for (let count = 0; count < 3; count++) await measure(cast, dice);
      await cast.world.days(dice, 35);
      await cast.world.runNow("vendors.usageReports");
    },
  },
  acronisDeletes: { weight: 1, act: (cast, dice) => atAcronis(cast, dice, "remove") },
  vendorTroubles: { weight: 4, act: (cast, dice) => trouble(cast, dice, 0.1 + dice.next() / 2) },
  vendorCalms: { weight: 2, act: (cast, dice) => trouble(cast, dice, 0) },
};
