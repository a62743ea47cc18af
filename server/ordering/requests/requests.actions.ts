import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { orderRoleOf } from "@tradewind/domain/ordering/order-rules.ts";
import { requestStateOn, requestStaysDays } from "@tradewind/domain/ordering/requests.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { newId } from "../../platform/random.ts";
import { trailing } from "../../platform/trail.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { drawProposal, meetRules } from "../order-rules/order-rules.reads.ts";
import { findOrderRules } from "../order-rules/order-rules.store.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { placeOrder, proposalChanged, type Ordering } from "../orders/orders.actions.ts";
import { propose, type Wanted } from "../proposals/proposals.reads.ts";
import { requestWords } from "./request-words.ts";
import { wantedOf } from "./requests.reads.ts";
import { decideRequest, findSame, insertRequest, lockRequest, type Asker, type Decided } from "./requests.store.ts";
import { tellAsker } from "./tell-asker.actions.ts";

type Asking = Ordering & Pick<Doing, "today"> & { actor: Asker };
type Asked = Wanted & { Details: FormValues; ProposalHash: string; Note: string };

/**
 * Keeps an order that its person may not place, for the reseller to decide. What they may place is not asked for. Who asks
 * for the same again while it waits has asked once.
 */
export async function askFor(doing: Asking, { Note, ProposalHash, ...wanted }: Asked): Promise<{ Id: string }> {
  const { tx, actor, doer, now, today } = doing;
  orNotFound(await lockCustomer(tx, actor, wanted.CustomerId));
  const worked = await propose({ ...doing, db: tx }, wanted);
  if (worked.hash !== ProposalHash) throw await proposalChanged(worked, doing);
  if (worked.proposal.findings.some((finding) => finding.blocks)) throw new AppError("agreementNotSigned");
  const sale = worked.sale();
  const met = await meetRules(tx, actor, wanted.CustomerId, sale, now);
  if (!met?.why) throw new AppError("requestNotNeeded");
  const asked = {
    customerId: wanted.CustomerId,
    productId: worked.product.id,
    instanceId: worked.instance?.id ?? null,
    userId: wanted.UserId ?? null,
    change: wanted.Change,
    details: wanted.Details,
  };
  const same = await findSame(tx, actor, asked, today);
  if (same) return { Id: same.id };
  const [id, what] = [newId(), requestWords(worked)];
  await insertRequest(tx, actor, {
    ...asked,
    id,
    what,
    note: Note,
    proposal: drawProposal(worked, met, actor, { costs: true, sales: true }),
    spendMinor: sale.amount?.minor ?? null,
    askedAs: orderRoleOf(actor.kind),
    askedAt: now,
    expiresOn: addDays(today, requestStaysDays),
  });
  await recordActivity(tx, doer, {
    action: "requests.ask",
    what: `Asked for an order for ${worked.customer.name}`,
    customerId: wanted.CustomerId,
    object: ["request", id],
  });
  await notify(tx, {
    resellerId: actor.resellerId,
    category: "Orders",
    content: `${actor.displayName} asks for ${worked.customer.name}: ${what}.`,
    link: linkTo(screens.request, { requestId: id }),
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: wanted.CustomerId,
    productId: worked.product.id,
    butPersonId: actor.personId,
    now,
  });
  await announce(tx, actor.resellerId, ["requests", "dashboard"], wanted.CustomerId);
  return { Id: id };
}

async function lockOpen({ tx, actor, today }: Doing, id: string) {
  const row = orNotFound(await lockRequest(tx, actor, id));
  if (requestStateOn({ state: row.state, expiresOn: row.expires_on }, today) !== "open")
    throw new AppError("requestNotOpen");
  return row;
}

type Locked = Awaited<ReturnType<typeof lockOpen>>;

/** Writes a decision with the commit: of an approval, the order is written with it as well. */
async function decide({ tx, actor, doer, now }: Doing, row: Locked, decided: Decided, did: string): Promise<void> {
  await decideRequest(trailing(tx), actor, row.id, decided, now);
  await recordActivity(tx, doer, {
    action: `requests.${did}`,
    what: `${verbs[decided.state]} a request for ${row.customer_name} that ${row.asked_by_name} sent`,
    customerId: row.customer_id,
    object: ["request", row.id],
  });
}
const verbs = { approved: "Approved", refused: "Refused", withdrawn: "Took back" } as const;

const toTell = (doing: Doing, row: Locked) => ({
  ...row,
  resellerId: doing.actor.resellerId,
  productId: row.product_id,
  membershipId: row.membership_id,
});

/** Places the order that was asked for, as the caller saw it: both are written, or neither. */
export async function approveRequest(doing: Doing, id: string, ProposalHash: string) {
  const { tx, actor } = doing;
  const row = await lockOpen(doing, id);
  const rules = await findOrderRules(tx, { resellerId: actor.resellerId, customerId: row.customer_id });
  if (rules?.second_person && row.asked_by === actor.personId) throw new AppError("requestIsOwn");
  const { OrderId, InstanceId } = await placeOrder(doing, { ...wantedOf(row), ProposalHash, isApproved: true });
  await decide(doing, row, { state: "approved", orderId: OrderId }, "approve");
  await tellAsker(doing, toTell(doing, row), `was approved by ${actor.displayName} and ordered`);
  return { OrderId, InstanceId };
}

export async function refuseRequest(doing: Doing, id: string, reason: string): Promise<void> {
  const row = await lockOpen(doing, id);
  await decide(doing, row, { state: "refused", reason }, "refuse");
  await tellAsker(doing, toTell(doing, row), `was refused by ${doing.actor.displayName}`, reason);
}

/** Takes a request back; only whoever sent it does. */
export async function withdrawRequest(doing: Doing, id: string): Promise<void> {
  const row = await lockOpen(doing, id);
  if (row.asked_by !== doing.actor.personId) throw new AppError("notFound");
  await decide(doing, row, { state: "withdrawn" }, "withdraw");
  await announce(doing.tx, doing.actor.resellerId, ["requests", "dashboard"], row.customer_id);
}
