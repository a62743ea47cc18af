/**
 * Fills an empty database with the demo's data by doing half a year's business through the portal while moving the
 * clock. `npm start` runs it the first time; a database that has resellers is left alone. `DEMO_TODAY` is the moment at
 * which the story ends, instead of now.
 */
import { clock } from "@tradewind/contract/developer/clock.ts";
import { addDays, addMonths, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openAnalytics, readOldNotifications, settle, turnClock } from "./behind-the-scenes.ts";
import {
  askForNewName,
  bringConsultant,
  fillWarehouse,
  orderPhones,
  sendSomePhones,
  linkPortals,
  openHelp,
  restrictEngineer,
  stockNumbers,
} from "./arrangements.ts";
import { admitNewcomer, assemble, setCustomerPrices, signAgreements } from "./cast.ts";
import { keepPriceBooks } from "./price-books.ts";
import { leaveMessages } from "./messages.ts";
import { found } from "./founders.ts";
import { holdInvariants } from "./invariants.ts";
import { gatewayAddresses } from "./invariants-gateways.ts";
import { payOldInvoices } from "./payments.ts";
import { PortalRefusal } from "./portal.ts";
import { startInProcess } from "./product-in-process.ts";
import { agreeInPsa, matchMoved } from "./psa-movement.ts";
import { connectPsas } from "./psas.ts";
import { leaveToTry } from "./to-try.ts";
import { tellStory } from "./story.ts";
import { ticketStory } from "./tickets.ts";
import { shareOutWork } from "./shared-work.ts";
import { changeTelephones, giveTelephones, moveTelephone, setUpTelephones } from "./telephones.ts";
import { dressLiffey } from "./white-label.ts";
import { act, type Cast, type Life } from "./teller.ts";

const dayMs = 86_400_000;
const startedAt = performance.now();
/** Number of customers processed in parallel. */
const atOnce = 8;

const database = new pg.Pool({ connectionString: process.env["MIGRATION_DATABASE_URL"], max: atOnce });

async function mustLoad(): Promise<boolean> {
  const { rows } = await database.query<{ begun: boolean; behind: boolean }>(
    "select exists (select from resellers) as begun, offset_ms < 0 as behind from business_clock",
  );
  const { begun, behind } = rows[0]!;
  if (begun && behind)
    throw new Error(
      "A load of the demo data was interrupted here and cannot go on. Load into an empty database; npm start makes one by itself.",
    );
  if (begun) console.log("The database holds resellers already. The demo data is for an empty one.");
  return !begun;
}

async function load(): Promise<void> {
  const asked = process.env["DEMO_TODAY"];
  const ahead = asked ? Date.parse(asked) - Date.now() : 0;
  const today = new Date(Date.now() + ahead).toISOString().slice(0, 10);
  const days = daysBetween(firstDay(today), today);
  let offset = ahead - days * dayMs;
  const now = () => new Date(Date.now() + offset);
  await turnClock(database, offset);
  const resellers = await found(database, now());
  const product = await startInProcess(process.env, offset, today);
  const cast = await assemble({ ...product, database, resellers, now });
  await signAgreements(cast);
  await stockNumbers(cast);
  await setCustomerPrices(cast);
  await dressLiffey(cast, resellers.liffey);
  await linkPortals(cast, resellers.harbour);
  await openHelp(cast, resellers.harbour);
  const mails = process.env["DEMO_MAILS_URL"];
  if (mails) await bringConsultant(cast, product.address, mails);
  await openAnalytics(database);

  const lives = tellStory(days).map((tale): Life => ({ tale, customerId: "", services: new Map() }));
  const tickets = ticketStory(days);
  let done = 0;
  for (let day = 0; ;) {
    done += await tellDay(cast, lives, day);
    await tickets.tellUntil(cast, day);
    if (day === days) break;
    const next = Math.min(days, tickets.next(), ...lives.flatMap(({ tale }) => tale.steps[0]?.day ?? []));
    const before = cast.today();
    await moveClock(cast, next - day);
    offset += (next - day) * dayMs;
    day = next;
    if (before.slice(0, 7) !== cast.today().slice(0, 7)) say(`until ${cast.today()}: ${done} orders and changes`);
  }
  await readOldNotifications(database);
  await leaveMessages(cast);
  await keepPriceBooks(cast);
  await restrictEngineer(cast);
  await askForNewName(cast);
  await fillWarehouse(cast);
  await orderPhones(cast);
  await giveTelephones(cast);
  await settle(database);
  await sendSomePhones(cast);
  await setUpTelephones(cast);
  await settle(database);
  await moveTelephone(cast);
  await shareOutWork(cast);
  await changeTelephones(cast);
  await settle(database);
  await admitNewcomer(product.address, database, now());
  const connectwise = process.env["DEMO_CONNECTWISE_URL"];
  if (connectwise) await agreeInPsa(connectwise, monthOf(today).until);
  await connectPsas(database, cast, { connectwise, autotask: process.env["DEMO_AUTOTASK_URL"] });
  await matchMoved(database, resellers.harbour);
  await payOldInvoices(cast);
  await leaveToTry(database, resellers.harbour, now());
  await product.stop();
  await holdInvariants(database, { ...product.vendors, ...gatewayAddresses(process.env) });
  say(`done: ${lives.length} customers, ${done} orders and changes`);
}

/** Returns the third of the month half a year ago, so that there are six months of invoices until today. */
const firstDay = (today: string) => addDays(addMonths(`${today.slice(0, 7)}-01`, -6), 2);

/** Does everything that is due by the day: one deed per customer at a time, in rounds that the worker finishes. */
async function tellDay(cast: Cast, lives: readonly Life[], day: number): Promise<number> {
  let done = 0;
  for (;;) {
    const due = lives.filter(({ tale }) => tale.steps[0] !== undefined && tale.steps[0].day <= day);
    if (due.length === 0) return done;
    const [rough, smooth] = [true, false].map((wanted) =>
      due.filter(({ tale }) => (tale.steps[0]!.deed.kind === "goesWrong") === wanted),
    ) as [Life[], Life[]];
    // A deed that is meant to fail runs alone, so that the prepared fault hits the right order.
    const round = smooth.length > 0 ? smooth : rough.slice(0, 1);
    const waiting = round.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const life of waiting) {
          await takeStep(cast, life);
        }
      }),
    );
    await settle(database);
    done += round.length;
  }
}

/** Takes a customer's next step. Nothing can be changed the day before a renewal, so such a step waits a day. */
async function takeStep(cast: Cast, life: Life): Promise<void> {
  const step = life.tale.steps.shift()!;
  await act(cast, life, step.as, step.deed).catch((error: unknown) => {
    if (!(error instanceof PortalRefusal && error.code === "renewalLocked")) throw error;
    life.tale.steps.unshift({ ...step, day: step.day + 2 });
  });
}

async function moveClock({ operator }: Cast, days: number): Promise<void> {
  const { Until } = await operator.call(clock.move, { body: { Days: days } });
  for (;;) {
    const { Now, WorkedUntil } = await operator.call(clock.read);
    if (Now >= Until && WorkedUntil !== null && WorkedUntil >= Until.slice(0, 10)) break;
    await pause(100);
  }
  await settle(database);
}

/** Reports progress to `npm start`, or prints it if run alone. */
function say(what: string): void {
  const sentence = `  ${what} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`;
  if (process.send) process.send(sentence);
  else console.log(sentence);
}

try {
  if (await mustLoad()) await load();
} finally {
  await database.end();
}
process.exit(0);
