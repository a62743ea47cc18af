import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import type { VendorInvoices } from "@tradewind/vendors/vendor-invoices.ts";
import { z } from "zod";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { chargeAzureUse } from "../azure-use/azure-use.actions.ts";
import { noteBilled } from "../azure-use/azure-use.store.ts";
import {
  compare,
  dropLines,
  insertLines,
  insertVendorInvoices,
  keepInvoice,
  leaveInvoice,
  listUnread,
  takeInvoice,
} from "./read-invoices.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection> };
const worker = { role: "app_worker" } as const;
const minute = 60_000;

/** Reads the invoices of a vendor that are new, each once, charges the use they bill, and compares them with what our charges owe. */
export const readVendorInvoices = job({
  queue: "vendors.invoices",
  payload: z.object({ vendor: z.string() }),

  async run({ platform, connections }: Services, { vendor }) {
    const invoices = connections.get(vendor)?.invoices;
    if (!invoices) return;
    try {
      const listed = await invoices.list();
      await platform.database.write(worker, (tx) => insertVendorInvoices(tx, vendor, listed));
      for (const { id, ref } of await platform.database.read(worker, (db) => listUnread(db, vendor)))
        await readInvoice(platform, invoices, id, ref).catch((error: unknown) => {
          if (error instanceof VendorUnavailable || error instanceof TryLater) throw error;
          // It keeps no later one from being read, and is tried again the next day.
          platform.log.error({ err: error, vendor, invoice: ref }, "A vendor's invoice could not be read");
        });
    } catch (error) {
      if (error instanceof VendorUnavailable)
        throw new TryLater(Math.max(error.retryAfterMs ?? 0, minute), error.message);
      throw error;
    }
  },
});

/**
 * No transaction is open while the vendor's file arrives; what a failed attempt had written goes before the next. Refused at
 * once while another worker reads it.
 */
export async function readInvoice(platform: Platform, invoices: VendorInvoices, id: string, ref: string) {
  const { database, clock } = platform;
  const reader = newId();
  const isOurs = async (tx: Tx) => {
    if (!(await keepInvoice(tx, id, reader, new Date(realNow())))) throw takenByAnother(ref);
  };
  const found = await database.write(worker, (tx) => takeInvoice(tx, id, reader, new Date(realNow())));
  if (found === "read") return;
  if (found === "another") throw takenByAnother(ref);
  try {
    await database.write(worker, (tx) => dropLines(tx, id));
    let read = 0;
    for await (const lines of invoices.read(ref)) {
      await database.write(worker, async (tx) => {
        await isOurs(tx);
        await insertLines(tx, id, read, lines);
      });
      read += lines.length;
    }
    await chargeAzureUse(platform, id, isOurs);
    await database.write(worker, async (tx) => {
      await isOurs(tx);
      await noteBilled(tx, id);
      await compare(tx, id, clock.now());
    });
  } catch (error) {
    await database.write(worker, (tx) => leaveInvoice(tx, id, reader, troubleOf(error)));
    throw error;
  }
}

const troubleOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

const takenByAnother = (ref: string) => new TryLater(minute, `Another worker is reading the invoice ${ref}`);

/** Has every vendor asked for its new invoices. */
export async function fileInvoiceReads(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const { id } of platform.config.vendors) await platform.jobs.file(tx, "vendors.invoices", { vendor: id });
  });
}
