import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import type { Dice } from "./mutations.ts";
import { isAnswered, oneOf, type Cast, type Step } from "./simulated-cast.ts";

const ofMicrosoft = "p.fulfiller = 'microsoft' and s.vendor_ref is not null and s.status <> 'cancelled'";

/** Another partner asks for what is provided to a customer, and gets some of it: here, or by hand in the vendor's portal. */
async function partnerTakesOver(cast: Cast, dice: Dice) {
  const { world, reseller } = cast;
  const held = await oneOf(cast, dice, ofMicrosoft);
  if (!held?.tenant_ref) return;
  const asked = { action: "askTransfer", customerId: held.tenant_ref };
  const { transferId } = (await world.control("microsoft", "act", asked)) as { transferId: string };
  const params = { customerId: held.customer_id };
  isAnswered(await world.app.call(reseller, transfers.look, { params }));
  await world.runNow("transfers.find");
  const { Result } = await world.app.call(reseller, transfers.ofCustomer, { params });
  const request = Result!.Items.find((each) => each.State === "asked");
  if (dice.next() < 0.2) {
    world.touch(held.id);
    const lineItems = [{ subscriptionId: held.vendor_ref }];
    await world.control("microsoft", "act", { action: "acceptOutgoing", transferId, lineItems });
  } else if (request && dice.next() < 0.9) await giveAway(cast, dice, request.Id);
}

async function giveAway({ world, reseller }: Cast, dice: Dice, transferId: string) {
  const params = { transferId };
  const all = await world.app.call(reseller, transfers.proposeRelease, { params, body: { SubscriptionIds: null } });
  isAnswered(all);
  const some = all.Result?.Lines.filter((line) => line.With === null && dice.next() < 0.6).map((line) => line.Id) ?? [];
  if (some.length === 0) return;
  const proposed = await world.app.call(reseller, transfers.proposeRelease, {
    params,
    body: { SubscriptionIds: some },
  });
  isAnswered(proposed);
  if (!proposed.Result) return;
  const body = { SubscriptionIds: some, Hash: proposed.Result.Hash };
  const released = await world.app.call(reseller, transfers.release, { params, body });
  isAnswered(released);
  if (released.Succeed) world.seen.givenAway++;
}

/** What goes to other partners. */
export const transferSteps: Record<string, { weight: number; act: Step }> = {
  partnerTakesOver: { weight: 2, act: partnerTakesOver },
};
