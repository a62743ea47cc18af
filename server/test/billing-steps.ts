/** What may happen in a random history of billing. Each step does something with whatever there is, or nothing. */
import { addDays, addMonths, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { closeBooks } from "./billing-close.ts";
import type { BillingPeople, Payer } from "./billing-people.ts";
import type { BillingWorld } from "./billing-world.ts";
import type { Dice } from "./mutations.ts";

type Scene = { world: BillingWorld; people: BillingPeople; payers: readonly Payer[]; dice: Dice };
type Step = { weight: number; act(scene: Scene): Promise<unknown> };

const cards = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_visa_chargeDeclined",
  "pm_card_createDispute",
];
const gateways = ["stripe", "zuora", "gocardless"] as const;

/** Something of an invoice that can be paid: all of it, a part or, where it may be, more. */
async function someDebt({ people, payers, dice }: Scene) {
  const payer = dice.pick(payers);
  const open = await people.toPay(payer);
  if (open.length === 0) return undefined;
  const invoice = dice.pick(open);
  return { payer, invoice, minor: dice.pick([invoice.minor, invoice.minor, Math.ceil(invoice.minor / 2)]) };
}
const atStripe =
  (...actions: string[]): Step["act"] =>
  async ({ people, payers, dice }) => {
    const payer = dice.pick(payers);
    const refs = [...(await people.refsOf(payer, "stripe")), ...(await people.refsOf(payer, "stripe", "chargedBack"))];
    const ref = refs.length > 0 ? dice.pick(refs) : undefined;
    return ref && people.atStripe(dice.pick(actions), ref, dice.pick([undefined, 10]));
  };

/** Nothing fails any more; of the webhooks that were held some come twice, in any order, or never. */
async function endTrouble({ world, dice }: Scene): Promise<void> {
  for (const gateway of gateways)
    await fetch(`${world.worker.simulators.urls[gateway]}/__sim/faults`, { method: "DELETE" });
  for (const gateway of ["stripe", "gocardless"] as const) {
    const { held } = (await world.control(gateway, "webhooks")) as { held: { id: string }[] };
    const ids = held.map(({ id }) => id);
    const some = (share: number) => ids.filter(() => dice.next() < share);
    await world.control(gateway, "webhooks/release", {
      order: ids.toSorted(() => dice.next() - 0.5),
      duplicate: some(0.3),
      drop: some(0.3),
    });
    await world.control(gateway, "webhooks", { mode: "auto" });
  }
  for (const _ of [1, 2]) await world.readBooks();
}
/** Moves on; the first of each month on the way is a quiet moment in which all must hold. */
async function moveOn(scene: Scene, until: CalendarDate): Promise<void> {
  const { world, people, payers } = scene;
  for (;;) {
    const first = addMonths(`${world.today().slice(0, 7)}-01`, 1);
    if (first > until) return world.moveTo(until);
    await world.moveTo(first);
    await endTrouble(scene);
    const breaches = await closeBooks(world, people, payers);
    if (breaches.length > 0) throw new Error(`${first}:\n${breaches.join("\n")}`);
  }
}

export const steps: Readonly<Record<string, Step>> = {
  daysPass: { weight: 9, act: (scene) => moveOn(scene, addDays(scene.world.today(), 1 + scene.dice.below(12))) },
  monthEnds: { weight: 3, act: (scene) => moveOn(scene, addMonths(`${scene.world.today().slice(0, 7)}-01`, 1)) },
  buy: { weight: 2, act: ({ people, payers, dice }) => people.buy(dice.pick(payers), 1 + dice.below(30)) },
  buyForYear: {
    weight: 2,
    act: ({ people, payers, dice }) =>
      people.buy(dice.pick(payers), 1 + dice.below(9), { term: "P1Y", billing: dice.pick(["annual", "monthly"]) }),
  },
  resize: {
    weight: 2,
    async act({ people, payers, dice }) {
      const payer = dice.pick(payers);
      if (payer.held.length > 0) await people.resize(payer, dice.pick(payer.held), 1 + dice.below(40));
    },
  },
  cancel: {
    weight: 1,
    async act({ people, payers, dice }) {
      const payer = dice.pick(payers);
      if (payer.held.length > 1) await people.cancel(payer, dice.pick(payer.held));
    },
  },
  payByCard: {
    weight: 4,
    async act(scene) {
      const debt = await someDebt(scene);
      if (debt) await scene.people.payByCard(debt.payer, debt.invoice.id, debt.minor, scene.dice.pick(cards));
    },
  },
  payByStored: {
    weight: 3,
    async act(scene) {
      const debt = await someDebt(scene);
      if (!debt) return;
      const card = await scene.people.storeCard(debt.payer, scene.dice.pick(["4111111111111111", "4000000000000341"]));
      await scene.people.payByStored(debt.payer, card, debt.invoice.id, debt.minor);
    },
  },
  payAutomatically: {
    weight: 2,
    async act({ people, payers, dice }) {
      const payer = dice.pick(payers);
      const kind = dice.pick(["card", "directDebit"] as const);
      const id =
        kind === "card"
          ? await people.storeCard(payer, dice.pick(["4111111111111111", "4000000000009995"]))
          : await people.authorise(payer);
      if (id) await people.payAutomatically(payer, { id, kind });
    },
  },
  transfer: {
    weight: 4,
    async act(scene) {
      const debt = await someDebt(scene);
      if (!debt) return;
      const { payer, invoice, minor } = debt;
      const more = scene.dice.pick([0, 0, 1_234]);
      const shares = [{ person: payer.person, invoiceId: invoice.id as string | null, minor }];
      if (more > 0) shares.push({ person: payer.person, invoiceId: null, minor: more });
      await scene.world.bank.receive(
        payer.currency,
        minor + more,
        invoice.number,
        scene.dice.pick([shares, shares, []]),
      );
    },
  },
  undoTransfer: {
    weight: 2,
    async act({ world, dice }) {
      const lines = await world.bank.allocated();
      if (lines.length > 0) await world.bank.undo(dice.pick(lines));
    },
  },
  giveCode: {
    weight: 1,
    act: ({ people, payers, dice }) => people.giveCode(dice.pick(payers), 100 + dice.below(5_000)),
  },
  addCredit: {
    weight: 2,
    act: ({ people, payers, dice }) => people.addCredit(dice.pick(payers), 500 + dice.below(20_000)),
  },
  spendCredit: {
    weight: 2,
    async act(scene) {
      const debt = await someDebt(scene);
      if (debt) await scene.people.spend(debt.payer, debt.invoice.id);
    },
  },
  takeBackAtStripe: { weight: 4, act: atStripe("refund", "dispute", "inquire") },
  giveBackAtStripe: { weight: 2, act: atStripe("failRefund", "winDispute", "loseDispute") },
  takeBackAtZuora: {
    weight: 1,
    async act({ people, payers, dice }) {
      const [ref] = await people.refsOf(dice.pick(payers), "zuora");
      if (ref) await people.atZuora(ref, 0.1);
    },
  },
  takeBackDebit: {
    weight: 2,
    async act({ people, payers, dice }) {
      const refs = await people.refsOf(dice.pick(payers), "gocardless");
      const action = dice.pick(["payment_late_failure", "payment_charged_back"]);
      if (refs.length > 0) await people.atGoCardless(action, dice.pick(refs));
    },
  },
  payOut: { weight: 1, act: ({ world }) => world.payOut() },
  holdWebhooks: {
    weight: 2,
    act: ({ world, dice }) => world.control(dice.pick(["stripe", "gocardless"] as const), "webhooks", { mode: "hold" }),
  },
  loseNextAnswer: {
    weight: 2,
    act: ({ world, dice }) =>
      world.control(dice.pick(gateways), "faults", {
        match: { method: "POST", path: "/payment" },
        fault: { kind: "commitThenReset" },
      }),
  },
};
export { endTrouble };
