import type { GatewayBook } from "@tradewind/vendors/gateway-books.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { lookAtPayment } from "../payments/payments.jobs.ts";
import {
  comparePayouts,
  type Differing,
  listDiffering,
  markCompared,
  recordDiffering,
  recordUnexplained,
} from "./compare-books.store.ts";
import { booksOf } from "./gateway-books.reads.ts";
import {
  endReading,
  keepBalances,
  keepMovements,
  keepPayouts,
  moveReading,
  postOwn,
  read,
  type Reading,
  takeReading,
} from "./gateway-books.store.ts";

const worker = { role: "app_worker" } as const;
const minute = 60_000;
/** How long a comparison waits for payments whose gateway does not answer, before it notes them as they are. */
const patience = 60 * minute;
/** Payments that are looked at side by side. */
const together = 4;

/**
 * Reads what moved at a gateway since the last time, settles what we had not heard of, and keeps what still differs. Each page
 * is kept with where to go on, so that it goes on there after a crash.
 */
export const readGateway = job({
  queue: "gateways.read",
  payload: z.object({ gateway: z.string() }),

  async run({ platform }: { platform: Platform }, { gateway }) {
    const book = booksOf(platform).get(gateway);
    if (!book) return;
    const { database, clock } = platform;
    const reading = await database.write(worker, (tx) => takeReading(tx, gateway, clock.now()));
    try {
      if (await readPages(platform, book, reading)) await compare(platform, book, reading);
    } catch (error) {
      if (error instanceof VendorUnavailable)
        throw new TryLater(Math.max(error.retryAfterMs ?? 0, minute), error.message);
      throw error;
    }
  },
});

/** Reads all pages that are left; false if another worker reads them. */
async function readPages({ database }: Platform, book: GatewayBook, reading: Reading): Promise<boolean> {
  while (reading.at !== read) {
    // No transaction is open while the gateway works.
    const page = await book.read(reading.since, reading.at);
    const next = page.next ?? read;
    const isOurs = await database.write(worker, async (tx) => {
      if (!(await moveReading(tx, book.id, reading, next))) return false;
      await keepMovements(tx, book.id, page.movements);
      await keepPayouts(tx, book.id, page.payouts);
      return true;
    });
    if (!isOurs) return false;
    reading.at = next;
  }
  return true;
}

async function compare(platform: Platform, book: GatewayBook, reading: Reading): Promise<void> {
  const { database, clock } = platform;
  const late = await database.read(worker, (db) => listDiffering(db, book.id, reading));
  const isUnanswered = await lookAtAll(platform, late);
  if (isUnanswered && clock.now().getTime() - reading.began.getTime() < patience)
    throw new TryLater(minute, `${book.name} did not say how all payments stand`);
  const balances = (await book.balances?.()) ?? [];
  const now = clock.now();
  await database.write(worker, async (tx) => {
    if (!(await endReading(tx, book.id, reading))) return;
    await postOwn(tx, book.id, now);
    await recordDiffering(tx, book.id, await listDiffering(tx, book.id, reading), now);
    await comparePayouts(tx, book.id, reading, now);
    await recordUnexplained(tx, book.id, now);
    await keepBalances(tx, book.id, balances, now);
    await markCompared(tx, book.id);
  });
}

/** Settles those that are only late, by reading each; tells whether one is to be looked at again. */
async function lookAtAll(platform: Platform, found: readonly Differing[]): Promise<boolean> {
  let isUnanswered = false;
  const ids = found.flatMap(({ payment_id, payment_key }) => payment_id ?? payment_key ?? []);
  for (let from = 0; from < ids.length; from += together)
    await Promise.all(
      ids.slice(from, from + together).map((paymentId) =>
        lookAtPayment.run({ platform }, { paymentId, by: "reconciliation" }).catch((error: unknown) => {
          if (error instanceof TryLater) isUnanswered = true;
          else platform.log.warn({ err: error, payment: paymentId }, "A payment could not be compared");
        }),
      ),
    );
  return isUnanswered;
}

/** Has the book of every gateway read. */
export async function fileGatewayReads(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const gateway of booksOf(platform).keys()) await platform.jobs.file(tx, "gateways.read", { gateway });
  });
}
