import type { LinkedQuote } from "@tradewind/contract/ordering/quote-links.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import {
  linkStaysDays,
  quotedAmount,
  quoteNumber,
  quoteStateOn,
  quoteSums,
} from "@tradewind/domain/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { recordActivity, stranger, type Doer } from "../../platform/activity.store.ts";
import { AppError, tooMany } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Call } from "../../platform/http.ts";
import { countCallFrom } from "../../access/attempts/sign-in-limit.actions.ts";
import { callerOf } from "../../access/devices/devices.actions.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { lookOfReseller } from "../../portal/white-label/brands.reads.ts";
import { findResellerName } from "../../portal/white-label/white-label.store.ts";
import { readSignature } from "../../catalogue/agreements/signature-image.reads.ts";
import { listQuoteOrders, releaseQuoteOrders } from "../quotes/quote-orders.store.ts";
import { hashOfLink } from "../quotes/quotes.actions.ts";
import {
  findDocument,
  findLink,
  findQuoteItself,
  findSender,
  lockQuoteItself,
  updateQuote,
  type QuoteRow,
} from "../quotes/quotes.store.ts";

/** Links that lead nowhere, from one place in a quarter of an hour. */
const mostWrong = 30;

type Following = Pick<Call, "platform" | "now" | "today" | "ip" | "requestId" | "request">;
type Led = { resellerId: string; quoteId: string; hash: Buffer };

/**
 * Finds where a link leads, by its hash alone. All else is read and written as the reseller's. A link that is made up, old
 * or of a quote that was removed gets the same answer, and many from one place are refused for a while.
 */
async function follow(call: Following, link: string): Promise<Led> {
  const hash = hashOfLink(link);
  const { database } = call.platform;
  const found = await database.read({ role: "app_identity" }, (db) => findLink(db, hash));
  if (!found) {
    const wait = await database.write({ role: "app_identity" }, (tx) =>
      countCallFrom(tx, "quote-links", callerOf(call), mostWrong, 900),
    );
    throw wait === undefined ? new AppError("quoteLinkUnknown") : tooMany(wait);
  }
  return { resellerId: found.reseller_id, quoteId: found.quote_id, hash };
}

/** A quote by its link, which leads nowhere some weeks after the quote ended. */
function orUnknown<Row extends Locked>(quote: Row | undefined, today: string): Row {
  if (!quote || quote.state === "draft") throw new AppError("quoteLinkUnknown");
  const end = quote.ended_at?.toISOString().slice(0, 10) ?? quote.valid_until;
  if (addDays(end, linkStaysDays) < today) throw new AppError("quoteLinkUnknown");
  return quote;
}

const boundsOf = ({ resellerId }: Led) => ({ role: "app_tenant", resellerId }) as const;

async function write<T>(call: Following, led: Led, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await call.platform.database.write(boundsOf(led), work);
  call.platform.committed();
  return result;
}

const deviceOf = ({ request }: Following) => request.headers["user-agent"]?.slice(0, 300) ?? null;
const doerOf = (call: Following, { resellerId }: Led): Doer => ({
  resellerId,
  actor: stranger,
  now: call.now,
  ip: call.ip,
  device: deviceOf(call),
  requestId: call.requestId,
});

/** What whoever has the link is shown: nothing of costs, and nothing of anybody else. */
async function show(db: Db, { resellerId, quoteId }: Led, today: string): Promise<LinkedQuote> {
  const [quote, orders, look, Reseller] = await Promise.all([
    findQuoteItself(db, resellerId, quoteId),
    listQuoteOrders(db, { resellerId, customerId: null }, [quoteId]),
    lookOfReseller(db, resellerId),
    findResellerName(db, resellerId),
  ]);
  if (!quote) throw new AppError("quoteLinkUnknown");
  const { currency } = quote;
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, customerName: order.customer_name })));
  return {
    Number: quoteNumber(quote.number),
    Title: quote.title,
    Message: quote.message,
    Reseller,
    Accent: look.accent,
    Logo: look.logo,
    RecipientName: quote.recipient_name,
    ValidUntil: quote.valid_until,
    State: quoteStateOn({ state: quote.state, validUntil: quote.valid_until }, today),
    Currency: currency,
    Lines: lines.map((line) => ({
      CustomerName: line.customerName,
      Name: line.name,
      Unit: line.unit,
      Term: line.term,
      Billing: line.billing,
      Quantity: line.quantity,
      UnitPrice: line.unitPrice,
      Amount: toWireMoney(quotedAmount(line, currency)),
    })),
    Sums: quoteSums(lines, currency).map(({ billing, price }) => ({ Billing: billing, Price: toWireMoney(price) })),
    DocumentHash: quote.document_hash!,
    EndedAt: quote.ended_at?.toISOString() ?? null,
    SignedBy: quote.signer_name,
  };
}

/** Shows a quote to whoever has its link, and notes the first time. */
export async function openQuote(call: Following, link: string): Promise<LinkedQuote> {
  const led = await follow(call, link);
  return write(call, led, async (tx) => {
    const quote = orUnknown(await lockQuoteItself(tx, led.resellerId, led.quoteId), call.today);
    if (quote.opened_at === null) {
      await updateQuote(tx, led.resellerId, led.quoteId, { opened_at: call.now }, call.now);
      await recordActivity(tx, doerOf(call, led), {
        action: "quotes.open",
        what: `Opened quote ${quoteNumber(quote.number)}, ${quote.title}, by its link`,
        object: ["quote", led.quoteId],
      });
      await announce(tx, led.resellerId, ["quotes"]);
    }
    return show(tx, led, call.today);
  });
}

export async function readDocument(call: Following, link: string) {
  const led = await follow(call, link);
  const found = await call.platform.database.read(boundsOf(led), async (db) => ({
    quote: await findQuoteItself(db, led.resellerId, led.quoteId),
    document: await findDocument(db, led.resellerId, led.quoteId),
  }));
  const quote = orUnknown(found.quote, call.today);
  if (!found.document) throw new AppError("quoteLinkUnknown");
  return { file: found.document.bytes, name: `${quoteNumber(quote.number)}.pdf` };
}

type Accepting = { Link: string; DocumentHash: string; Name: string; Signature?: string | null | undefined };

/**
 * Accepts a quote: keeps who did, when, from where and for which document, and lets its orders be placed. Of two at once
 * the second waits for the first and finds it accepted.
 */
export async function acceptQuote(call: Following, { Link, DocumentHash, Name, Signature }: Accepting) {
  const led = await follow(call, Link);
  const drawn = Signature ? await readDrawing(call, led, DocumentHash, Signature) : undefined;
  return write(call, led, async (tx) => {
    const quote = await lockOpen(tx, led, call.today);
    if (quote.state === "accepted") return show(tx, led, call.today);
    if (quote.state === "declined") throw new AppError("quoteDeclined");
    requireValid(quote, call.today);
    requireDocument(await findQuoteItself(tx, led.resellerId, led.quoteId), DocumentHash);
    await end(tx, call, led, { state: "accepted", signer_name: Name, signature: drawn ?? null });
    await releaseQuoteOrders(tx, led.resellerId, led.quoteId);
    await call.platform.jobs.file(tx, "quotes.order", { resellerId: led.resellerId, quoteId: led.quoteId });
    await tellSender(tx, call, led, quote, "accepted", { template: "quoteAccepted", data: { signer: Name } });
    return show(tx, led, call.today);
  });
}

function requireDocument(quote: QuoteRow | undefined, hash: string): void {
  if (quote?.document_hash !== hash) throw new AppError("quoteDocumentChanged");
}

/** What the page draws, which scales a signature down. */
const drawnMost = { width: 800, height: 400, bytes: 30_000 };

/** Scans and reads a drawing, which takes time: only of a quote that may be accepted, and one at a time of each. */
async function readDrawing({ platform, today }: Following, led: Led, hash: string, signature: string) {
  const found = await platform.database.read(boundsOf(led), (db) => findQuoteItself(db, led.resellerId, led.quoteId));
  const quote = orUnknown(found, today);
  if (quote.state !== "sent") return undefined;
  requireValid(quote, today);
  requireDocument(quote, hash);
  const drawn = await readSignature(platform, led.quoteId, signature, drawnMost);
  if (!drawn)
    throw new AppError("signatureImageInvalid", {
      fields: { Signature: "Draw your signature again, or type your name only" },
    });
  return drawn;
}

export async function declineQuote(
  call: Following,
  { Link, Name, Reason }: { Link: string; Name: string; Reason: string },
) {
  const led = await follow(call, Link);
  return write(call, led, async (tx) => {
    const quote = await lockOpen(tx, led, call.today);
    if (quote.state === "declined") return show(tx, led, call.today);
    if (quote.state === "accepted") throw new AppError("quoteAccepted");
    requireValid(quote, call.today);
    await end(tx, call, led, { state: "declined", signer_name: Name, decline_reason: Reason });
    await tellSender(tx, call, led, quote, "declined", {
      template: "quoteDeclined",
      data: { signer: Name, reason: Reason },
    });
    return show(tx, led, call.today);
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockQuoteItself>>>;

/** Locks a quote to answer it, by a link that no other has taken the place of meanwhile. */
async function lockOpen(tx: Tx, { resellerId, quoteId, hash }: Led, today: string): Promise<Locked> {
  const quote = orUnknown(await lockQuoteItself(tx, resellerId, quoteId), today);
  if (quote.state === "withdrawn") throw new AppError("quoteWithdrawn");
  if (!(await findLink(tx, hash))) throw new AppError("quoteLinkUnknown");
  return quote;
}

function requireValid({ state, valid_until: validUntil }: Locked, today: string): void {
  if (quoteStateOn({ state, validUntil }, today) === "expired") throw new AppError("quoteExpired");
}

const end = (
  tx: Tx,
  call: Following,
  { resellerId, quoteId }: Led,
  step: { state: "accepted" | "declined"; signer_name: string; signature?: Buffer | null; decline_reason?: string },
) =>
  updateQuote(
    tx,
    resellerId,
    quoteId,
    { ...step, ended_at: call.now, signer_ip: call.ip, signer_device: deviceOf(call) },
    call.now,
  );

type Sent =
  | { template: "quoteAccepted"; data: { signer: string } }
  | { template: "quoteDeclined"; data: { signer: string; reason: string } };

/** Tells whoever sent the quote, by mail and in the portal, and the activity log. */
async function tellSender(tx: Tx, call: Following, led: Led, quote: Locked, did: "accepted" | "declined", mail: Sent) {
  const { platform, now } = call;
  const number = quoteNumber(quote.number);
  const link = linkTo(screens.quote, { quoteId: led.quoteId });
  await recordActivity(tx, doerOf(call, led), {
    action: mail.template === "quoteAccepted" ? "quotes.accept" : "quotes.decline",
    what: `${mail.data.signer} ${did} quote ${number}, ${quote.title}, by its link`,
    object: ["quote", led.quoteId],
  });
  await announce(tx, led.resellerId, ["quotes"]);
  const sender = await findSender(tx, led.resellerId, quote.membership_id);
  if (!sender) return;
  const data = {
    name: sender.first_name,
    number,
    title: quote.title,
    url: new URL(link, platform.config.PUBLIC_URL).href,
  };
  if (mail.template === "quoteAccepted")
    await fileMail(platform, tx, sender.email, "quoteAccepted", { ...data, ...mail.data });
  else await fileMail(platform, tx, sender.email, "quoteDeclined", { ...data, ...mail.data });
  await notify(tx, {
    resellerId: led.resellerId,
    category: "Orders",
    content: `${mail.data.signer} ${did} quote ${number}, ${quote.title}.`,
    link,
    view: "manageService",
    kinds: ["reseller", "engineer"],
    customerId: null,
    onlyPersonId: sender.person_id,
    now,
  });
}
