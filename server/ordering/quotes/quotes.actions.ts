import { createHash } from "node:crypto";
import type { QuoteDraft } from "@tradewind/contract/ordering/quotes.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { isBelowCost, longestValidDays, quoteNumber, quoteStateOn } from "@tradewind/domain/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { newId, randomText } from "../../platform/random.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { inThread } from "../../platform/threads.ts";
import { countMailOut } from "../../access/attempts/attempts.actions.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { drawQuote } from "./quote-document.ts";
import { documentOf } from "./quote-document.reads.ts";
import {
  deleteQuoteOrders,
  insertQuoteOrders,
  listQuoteOrders,
  updateQuoteOrder,
  type KeptOrder,
} from "./quote-orders.store.ts";
import { findLost } from "../orders/lost-orders.reads.ts";
import { hashOfQuote, priceOrder, wantedAgain, type Asking } from "./quote-prices.reads.ts";
import {
  deleteLink,
  findQuote,
  insertDocument,
  insertQuote,
  lockQuote,
  nextNumber,
  putLink,
  updateDraft,
  updateQuote,
  type QuoteRow,
  type QuoteText,
} from "./quotes.store.ts";

type Locked = NonNullable<Awaited<ReturnType<typeof lockQuote>>>;

const textOf = (draft: QuoteDraft): QuoteText => ({
  title: draft.Title,
  message: draft.Message,
  recipient_name: draft.RecipientName,
  recipient_email: draft.RecipientEmail,
  valid_until: draft.ValidUntil,
});

/** A quote is made of prices, so only who sees them makes one. */
function requirePrices(actor: TenantActor): void {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
}

/** Prices are fixed for some weeks, not for good. */
function requireLastDay(day: string, today: string): void {
  if (day > addDays(today, longestValidDays))
    throw new AppError("invalidRequest", {
      fields: { ValidUntil: `Choose a day in the next ${longestValidDays} days` },
    });
}

async function told(
  { tx, doer, actor }: Pick<Doing, "tx" | "doer" | "actor">,
  { id, number, title }: Pick<QuoteRow, "id" | "number" | "title">,
  action: string,
  did: string,
): Promise<void> {
  await recordActivity(tx, doer, {
    action: `quotes.${action}`,
    what: `${did} quote ${quoteNumber(number)}, ${title}`,
    object: ["quote", id],
  });
  await announce(tx, actor.resellerId, ["quotes"]);
}

/** Prices orders as they could be placed now, one after the other on the transaction's connection. */
async function priceAll(asking: Asking, wanted: QuoteDraft["Orders"]): Promise<KeptOrder[]> {
  const orders: KeptOrder[] = [];
  for (const each of wanted) orders.push((await priceOrder(asking, each)).order);
  return orders;
}

async function insertNew(doing: Doing, text: QuoteText, orders: readonly KeptOrder[]): Promise<string> {
  const { tx, actor, now } = doing;
  const { resellerId, currency } = actor;
  await takeTurn(tx, `${resellerId} quotes`);
  const number = await nextNumber(tx);
  const id = newId();
  await insertQuote(tx, { resellerId, id, number, currency, now, ...text }, actor);
  await insertQuoteOrders(tx, resellerId, id, orders);
  await told(doing, { id, number, title: text.title }, "make", "Made");
  return id;
}

/** Makes a draft; nobody but the reseller sees it. */
export async function makeQuote(doing: Doing, draft: QuoteDraft) {
  requirePrices(doing.actor);
  requireLastDay(draft.ValidUntil, doing.today);
  return { Id: await insertNew(doing, textOf(draft), await priceAll(doing, draft.Orders)) };
}

async function lockDraft({ tx, actor }: Doing, id: string): Promise<Locked> {
  requirePrices(actor);
  const quote = orNotFound(await lockQuote(tx, actor, id));
  if (quote.state !== "draft") throw new AppError("quoteNotDraft");
  return quote;
}

/** Changes a draft that nobody else changed since it was read. */
export async function saveQuote(doing: Doing, id: string, { Version, ...draft }: QuoteDraft & { Version: number }) {
  const { tx, actor, now } = doing;
  const quote = await lockDraft(doing, id);
  if (quote.version !== Version) throw new AppError("conflict");
  requireLastDay(draft.ValidUntil, doing.today);
  const orders = await priceAll(doing, draft.Orders);
  await updateDraft(tx, actor.resellerId, id, textOf(draft), now);
  await deleteQuoteOrders(tx, actor.resellerId, id);
  await insertQuoteOrders(tx, actor.resellerId, id, orders);
  await told(doing, { ...quote, title: draft.Title }, "change", "Changed");
}

/** Counts a mail to somebody outside, and refuses after too many. Runs before the transaction, as another role. */
async function countQuoteMail({ actor, platform }: Call<TenantActor>, email: string): Promise<void> {
  const refusal = await platform.database.write({ role: "app_identity" }, (tx) =>
    countMailOut(tx, actor, email, "quotes"),
  );
  if (refusal) throw refusal;
}

type Draft = Pick<QuoteRow, "state" | "valid_until">;
type Sending = Pick<Doing, "actor" | "today" | "platform">;

/** Requires a draft that may be sent by the hash of the prices that were seen. */
function requireSendable(
  { actor, today, platform }: Sending,
  quote: Draft,
  orders: readonly KeptOrder[],
  hash: string,
): void {
  if (quote.state !== "draft") throw new AppError("quoteNotDraft");
  if (orders.length === 0) throw new AppError("quoteEmpty");
  const present = hashOfQuote(platform, quote.valid_until, orders);
  if (present !== hash) throw new AppError("proposalChanged", { details: { Hash: present } });
  if (quote.valid_until < today) throw new AppError("quoteExpired", { message: "Choose a later last day." });
  requireLastDay(quote.valid_until, today);
  const below = orders.flatMap(({ lines }) => lines).find(isBelowCost);
  if (below && !actor.rights.has("billing")) throw new AppError("quoteBelowCost", { details: { Key: below.key } });
}

type Drawn = { version: number; bytes: Buffer };

/** Draws what would be sent and counts the mail, once all that can be refused was looked at. Runs before the transaction. */
export async function prepareSend(call: Call<TenantActor>, id: string, hash: string): Promise<Drawn> {
  const { actor, platform, now } = call;
  const { resellerId } = actor;
  requirePrices(actor);
  const { draft, drawn } = await platform.database.read(boundsOf(actor), async (db) => {
    const quote = orNotFound(await findQuote(db, actor, id));
    if (quote.state !== "draft") throw new AppError("quoteNotDraft");
    const rows = await listQuoteOrders(db, actor, [id]);
    const orders = await priceAll({ db, actor, now, platform }, rows.map(wantedAgain));
    requireSendable(call, quote, orders, hash);
    const shown = orders.map(({ lines }, index) => ({ customerName: rows[index]!.customer_name, lines }));
    return { draft: quote, drawn: await documentOf(db, resellerId, quote, call, shown) };
  });
  await countQuoteMail(call, draft.recipient_email);
  return { version: draft.version, bytes: await inThread(resellerId, drawQuote, drawn) };
}

/** Sends a draft as it was drawn: fixes its prices and document, makes the link and mails it. What changed since is not sent. */
export async function sendQuote(
  doing: Doing,
  id: string,
  hash: string,
  { version, bytes }: Drawn,
): Promise<{ Link: string }> {
  const { tx, actor, now } = doing;
  const { resellerId } = actor;
  const quote = await lockDraft(doing, id);
  const orders = await priceAll(doing, (await listQuoteOrders(tx, actor, [id])).map(wantedAgain));
  requireSendable(doing, quote, orders, hash);
  if (!(await findPricingBasis(tx, resellerId)).isAddressed) throw new AppError("addressMissing");
  if (quote.version !== version) throw new AppError("proposalChanged", { details: { Hash: hash } });
  await insertDocument(tx, resellerId, id, {
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    made_at: now,
  });
  await deleteQuoteOrders(tx, resellerId, id);
  await insertQuoteOrders(tx, resellerId, id, orders);
  const { membershipId, displayName, behind, behindId } = actor;
  await updateQuote(
    tx,
    resellerId,
    id,
    {
      state: "sent",
      sent_at: now,
      sent_by_name: displayName,
      membership_id: membershipId,
      behind,
      behind_id: behindId,
    },
    now,
  );
  const url = await giveLink(doing, id);
  await mailLink(doing, quote, url);
  await told(doing, quote, "send", "Sent");
  return { Link: url };
}

/** Makes a link of 256 random bits, of which only the hash is kept. */
async function giveLink({ tx, actor, now, platform }: Doing, id: string): Promise<string> {
  const key = randomText(32);
  await putLink(tx, actor.resellerId, id, hashOfLink(key), now);
  return new URL(`${publicPages.quote}/${key}`, platform.config.PUBLIC_URL).href;
}

export const hashOfLink = (key: string): Buffer => createHash("sha256").update(key).digest();

const mailLink = ({ tx, actor, platform }: Doing, quote: Locked, url: string) =>
  fileMail(
    platform,
    tx,
    quote.recipient_email,
    "quoteSent",
    {
      name: quote.recipient_name,
      reseller: actor.resellerName,
      number: quoteNumber(quote.number),
      title: quote.title,
      message: quote.message,
      validUntil: formatDate(quote.valid_until),
      url,
    },
    actor.resellerId,
  );

/** A quote keeps its link after its answer, so that it can be read; only an open one is mailed. */
function requireLinked({ state, valid_until: validUntil }: Draft, mail: boolean, today: string): void {
  const shown = quoteStateOn({ state, validUntil }, today);
  if (shown === "draft" || shown === "withdrawn" || (mail && shown !== "sent")) throw new AppError("quoteNotOpen");
}

/** Counts the mail of another link, once all that can be refused was looked at. Runs before the transaction. */
export async function prepareLink(call: Call<TenantActor>, id: string, mail: boolean): Promise<void> {
  const { actor, platform, today } = call;
  requirePrices(actor);
  const quote = orNotFound(await platform.database.read(boundsOf(actor), (db) => findQuote(db, actor, id)));
  requireLinked(quote, mail, today);
  if (mail) await countQuoteMail(call, quote.recipient_email);
}

/** Makes another link, and mails it if asked to; the one before leads nowhere from then on. */
export async function remakeLink(doing: Doing, id: string, mail: boolean): Promise<{ Link: string }> {
  const { tx, actor, today } = doing;
  requirePrices(actor);
  const quote = orNotFound(await lockQuote(tx, actor, id));
  requireLinked(quote, mail, today);
  const url = await giveLink(doing, id);
  if (mail) await mailLink(doing, quote, url);
  await told(doing, quote, "remake", mail ? "Mailed another link to" : "Made another link to");
  return { Link: url };
}

/** Takes a quote back that nobody has answered. */
export async function withdrawQuote(doing: Doing, id: string): Promise<void> {
  const { tx, actor, now } = doing;
  const quote = orNotFound(await lockQuote(tx, actor, id));
  if (quote.state !== "sent") throw new AppError("quoteNotOpen");
  await updateQuote(tx, actor.resellerId, id, { state: "withdrawn", ended_at: now }, now);
  await deleteLink(tx, actor.resellerId, id);
  await told(doing, quote, "withdraw", "Took back");
}

/** Makes a draft like another quote, valid for as long from now on. What can no longer be ordered is left out. */
export async function copyQuote(doing: Doing, id: string) {
  const { tx, actor, today } = doing;
  requirePrices(actor);
  const quote = orNotFound(await lockQuote(tx, actor, id));
  const orders: KeptOrder[] = [];
  for (const row of await listQuoteOrders(tx, actor, [id])) {
    const again = await priceOrder(doing, wantedAgain(row)).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (again) orders.push(again.order);
  }
  const { title, message, recipient_name, recipient_email } = quote;
  const days = Math.round((Date.parse(quote.valid_until) - Number(quote.sent_at ?? quote.made_at)) / 86_400_000);
  const valid_until = addDays(today, Math.min(longestValidDays, Math.max(1, days)));
  return { Id: await insertNew(doing, { title, message, recipient_name, recipient_email, valid_until }, orders) };
}

/** Orders again what could not be ordered, or what its vendor refused for good, for whoever asks for it, with the answers given now. */
export async function retryQuoteOrder(
  doing: Doing,
  id: string,
  position: number,
  details: QuoteDraft["Orders"][number]["Details"],
): Promise<void> {
  const { tx, actor, now, platform } = doing;
  const { resellerId, membershipId, behind, behindId } = actor;
  const quote = orNotFound(await lockQuote(tx, actor, id));
  const row = orNotFound((await listQuoteOrders(tx, actor, [id])).find((each) => each.position === position));
  const failed = row.state === "failed" ? [row.order_id!] : [];
  const isLost = (await findLost(tx, resellerId, failed, now)).get(row.order_id!) === "lost";
  if (row.state !== "refused" && !isLost) throw new AppError("quoteOrderNotRefused");
  await updateQuoteOrder(tx, resellerId, id, position, { state: "waiting", reason: null, order_id: null, details });
  await updateQuote(tx, resellerId, id, { membership_id: membershipId, behind, behind_id: behindId }, now);
  await told(doing, quote, "retry", `Ordered ${row.product_name} for ${row.customer_name} again of`);
  await platform.jobs.file(tx, "quotes.order", { resellerId, quoteId: id });
}
