import type { DebitProvider, SeenMandate } from "@tradewind/vendors/debits.ts";
import { VendorRefusal } from "@tradewind/vendors/http.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { isLive } from "./direct-debits.reads.ts";
import { findByRef, findMandate, listLive, type MandateRow } from "./direct-debits.store.ts";
import { settleMandate } from "./settle-mandate.actions.ts";

const worker = { role: "app_worker" } as const;
/** How long a provider that did not answer is left alone. */
const pauseMs = 15_000;

/** Begins, ends or reads a mandate at its provider and settles it: after a call or a webhook, and once a day. */
export const lookAtMandate = job({
  queue: "directDebits.look",
  payload: z.object({
    resellerId: z.optional(z.uuid()),
    mandateId: z.optional(z.uuid()),
    /** The provider's number, where a webhook names it. */
    ref: z.optional(z.string()),
  }),
  fetchers: 4,

  async run({ platform }: { platform: Platform }, { resellerId, mandateId, ref }) {
    const { debits, database, clock } = platform;
    if (!debits) return;
    const row = await database.read(worker, (db) =>
      ref === undefined ? findMandate(db, resellerId!, mandateId!) : findByRef(db, debits.id, ref),
    );
    // What has ended does not come back: whoever wants to go on sets up another.
    if (!isLive(row) || row.provider !== debits.id) return;
    // No transaction is open while the provider works.
    const seen = await look(debits, row).catch((error: unknown) => {
      throw error instanceof VendorUnavailable ? new TryLater(pauseMs, error.message) : error;
    });
    await database.write(worker, async (tx) => {
      if (!(await settleMandate(tx, row, seen, clock.now()))) throw new TryLater(100, "It changed meanwhile");
    });
    platform.committed();
  },
});

async function look(debits: DebitProvider, row: MandateRow): Promise<SeenMandate> {
  if (row.mandate_ref === null && !row.ending) {
    const begun = await debits.begin(row.prepared_ref).catch((error: unknown) => {
      if (!(error instanceof VendorRefusal)) throw error;
      return { code: "refused", reason: `${error.message} Please try again, or pay by bank transfer.`.slice(0, 500) };
    });
    return typeof begun === "string" ? debits.read(begun) : { ...none, status: "failed", failure: begun };
  }
  const ref = row.mandate_ref ?? (await debits.findBegun(row.prepared_ref));
  if (ref === undefined) return none;
  if (row.ending) await debits.cancel(ref);
  return debits.read(ref);
}

/** What never began has no number. */
const none: SeenMandate = {
  ref: "",
  status: "cancelled",
  reference: null,
  bankName: null,
  ending: null,
  nextChargeOn: null,
  failure: null,
};

/** Has every mandate that lives read at its provider once a day: webhooks get lost. */
export async function watchMandates({ database, jobs }: Platform): Promise<void> {
  await database.write(worker, async (tx) => {
    for (const { reseller_id, id } of await listLive(tx))
      await jobs.file(tx, "directDebits.look", { resellerId: reseller_id, mandateId: id });
  });
}
