import type { Cure } from "@tradewind/contract/ordering/differences.ts";
import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import type { DifferenceKind } from "@tradewind/domain/ordering/differences.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { lockCustomers } from "../../customers/customers/customers.store.ts";
import { fileOrders } from "../orders/system-orders.actions.ts";
import { bookTaken } from "./booking.actions.ts";
import { findDifferencesOrFail, workOutCure, type Cured } from "./cures.reads.ts";
import { decideAll, lockDifferences } from "./differences.store.ts";

/** What the vendor is asked for so that it has what we have. */
const tasks = {
  quantity: "change",
  suspended: "resume",
  resumed: "suspend",
  runsOn: "cancel",
  termEnd: "schedule",
} as const satisfies Partial<Record<DifferenceKind, string>>;

/** Has the vendor asked about a difference's subscription now. */
export async function readDifference({ tx, actor, platform }: Doing, id: string) {
  const [difference] = await findDifferencesOrFail(tx, actor, [id]);
  const { state, fulfiller: vendor, tenant_ref: tenantRef, vendor_ref: vendorRef } = difference!;
  if (state === "closed") throw new AppError("differenceSettled");
  await platform.jobs.file(tx, "vendors.look", { vendor, tenantRef, vendorRef });
  return { Id: id };
}

type Chosen = { Cure: Cure; DifferenceIds: readonly string[]; Hash: string; Note?: string | undefined };

/** Settles differences as proposed, all or none: takes over the vendor's book, asks the vendor for what we have, or accepts them as they are. */
export async function settleDifferences(doing: Doing, { Cure: cure, DifferenceIds, Hash, Note }: Chosen) {
  const { tx, actor, now, doer, platform } = doing;
  const found = await findDifferencesOrFail(tx, actor, DifferenceIds);
  // As when an order is placed: nobody changes its basis meanwhile, nor is anything learnt of it.
  await lockCustomers(
    tx,
    actor,
    found.map((each) => each.customer_id),
  );
  await lockDifferences(tx, DifferenceIds);
  const { lines, leftOut, hash } = await workOutCure({ db: tx, actor, now, platform }, cure, DifferenceIds);
  if (leftOut.length > 0 || Hash !== hash) throw new AppError("proposalChanged");
  if (cure === "take")
    await bookTaken(
      tx,
      lines.map(({ row, taken }) => ({ row, taken: taken! })),
      now,
    );
  const orders = cure === "ask" ? await ask(doing, lines) : [];
  const state = ({ take: "closed", ask: "asked", accept: "accepted" } as const)[cure];
  const decided = lines.map(({ difference }, at) => ({ ...difference, orderId: orders[at] }));
  if (!(await decideAll(tx, decided, { state, cure, by: actor.displayName, note: Note ?? null, now })))
    throw new AppError("proposalChanged");
  for (const { difference } of lines) {
    const vendor = platform.vendors.nameOf(difference.fulfiller);
    await recordActivity(tx, doer, {
      action: `differences.${cure}`,
      what: `${said[cure](vendor)}: ${difference.name}, ${differenceWords({ ...difference, vendor })}${Note ? `. ${Note}` : ""}`,
      customerId: difference.customer_id,
      object: ["difference", difference.id],
    });
  }
  for (const customerId of new Set(lines.map(({ difference }) => difference.customer_id)))
    await announce(tx, actor.resellerId, ["differences", "services", "customers", "dashboard"], customerId);
  return { Settled: lines.length };
}

const said: Record<Cure, (vendor: string) => string> = {
  take: (vendor) => `Took over what ${vendor} has`,
  ask: (vendor) => `Asked ${vendor} for what we have`,
  accept: (vendor) => `Accepted what ${vendor} has as it is`,
};

/** Files an order for each, and returns their ids. */
function ask({ tx, actor, now, platform }: Doing, lines: readonly Cured[]): Promise<string[]> {
  const placedBy = { id: actor.personId, name: actor.displayName };
  const asked = lines.map(({ difference, row }) => ({
    of: { order: row },
    task: tasks[difference.kind as keyof typeof tasks],
    lines: [row.id],
    placedBy,
  }));
  return fileOrders(tx, platform, actor.resellerId, asked, now);
}

/** Accepts any companies' differences as they are, all or none, with the operator's reason. */
export async function acceptDifferences(
  { tx, actor, now, ip, requestId }: Doing<OperatorActor>,
  { DifferenceIds, Note: note }: { DifferenceIds: readonly string[]; Note: string },
) {
  const found = await lockDifferences(tx, DifferenceIds);
  if (found.length < new Set(DifferenceIds).size) throw new AppError("notFound");
  if (!(await decideAll(tx, found, { state: "accepted", cure: "accept", by: actor.displayName, note, now })))
    throw new AppError("differenceSettled");
  for (const { reseller_id: resellerId, customer_id: customerId, id, name } of found) {
    await recordActivity(
      tx,
      { resellerId, actor, now, ip, requestId },
      {
        action: "everyDifference.accept",
        what: `Accepted a difference of ${name} as it is: ${note}`,
        customerId,
        object: ["difference", id],
      },
    );
    await announce(tx, resellerId, ["differences"], customerId);
  }
  return { Settled: found.length };
}
