import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { createHash } from "node:crypto";
import { psaNames } from "@tradewind/domain/psa/sync.ts";
import { PsaChanged, PsaRefused, type Psa, type PsaLineState } from "@tradewind/vendors/psa.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { openPsa } from "../integration/integration.actions.ts";
import { findConnection } from "../integration/integration.store.ts";
import {
  type Ending,
  endWrite,
  isTaken,
  keepCharge,
  keepLine,
  leaveWrite,
  listAgreementsTried,
  refuseOpen,
  takeWrite,
  type WriteRow,
} from "./push.store.ts";

const worker = { role: "app_worker" } as const;
/** Milliseconds until it looks again whether another worker is done with the PSA. */
const turn = 2_000;

/**
 * Writes what is open into a PSA, line by line. The PSA is read before and after each, so that a run that was killed is
 * simply run again.
 */
export const pushToPsa = job({
  queue: "psa.push",
  payload: z.object({ resellerId: z.uuid() }),
  fetchers: 4,

  async run({ platform }: { platform: Platform }, { resellerId }) {
    const { database, clock } = platform;
    const connection = await database.read(worker, (db) => findConnection(db, resellerId));
    if (!connection) return;
    const { source } = connection;
    const psa = connection.enabled ? openPsa(platform, connection) : undefined;
    await tell(platform, resellerId, async (tx) => {
      await refuseOpen(tx, resellerId, { butOf: source }, { message: "Another PSA was connected.", now: clock.now() });
      if (!psa)
        await refuseOpen(
          tx,
          resellerId,
          { of: source },
          { message: "The integration was switched off.", now: clock.now() },
        );
    });
    if (!psa) return;
    for (;;) {
      const write = await database.write(worker, async (tx) => {
        await takeTurn(tx, `psa ${resellerId}`);
        if (await isTaken(tx, resellerId, clock.now())) throw new TryLater(turn, "The PSA is being written already");
        // Switched off or moved to another PSA meanwhile: the next run refuses what is open.
        const current = await findConnection(tx, resellerId);
        if (
          !current?.enabled ||
          current.source !== source ||
          current.changed_at.getTime() !== connection.changed_at.getTime()
        )
          throw new TryLater(1_000, "The connection was changed");
        return takeWrite(tx, { resellerId, source }, clock.now());
      });
      if (!write) return;
      try {
        const tried = await database.read(worker, (db) => listAgreementsTried(db, write));
        const { ending, keep } = await written(psa, write, { today: clock.today(), tried });
        await tell(platform, resellerId, async (tx) => {
          await endWrite(tx, write, { ...ending, now: clock.now() });
          if ((await findConnection(tx, resellerId))?.source === source) await keep?.(tx);
        });
      } catch (error) {
        await database.write(worker, (tx) => leaveWrite(tx, write));
        if (error instanceof VendorUnavailable && error.retryAfterMs !== undefined)
          throw new TryLater(error.retryAfterMs, error.message);
        throw error;
      }
    }
  },

  async gaveUp({ platform }: { platform: Platform }, { resellerId }) {
    const connection = await platform.database.read(worker, (db) => findConnection(db, resellerId));
    if (!connection) return;
    const message = `${psaNames[connection.type]} did not answer for some time. Write it again: what it has already stays as it is.`;
    await tell(platform, resellerId, (tx) =>
      refuseOpen(tx, resellerId, { of: connection.source }, { message, now: platform.clock.now() }),
    );
  },
});

async function tell({ database, committed }: Platform, resellerId: string, act: (tx: Tx) => Promise<unknown>) {
  await database.write(worker, async (tx) => {
    await act(tx);
    await announce(tx, resellerId, ["psa"]);
  });
  committed();
}

/** The same charge asked for again, after whatever accident, has the same mark. */
const markOf = ({ report, key }: WriteRow) =>
  `portal-${createHash("sha256").update(`${report} ${key}`).digest("hex").slice(0, 32)}`;

type Outcome = { ending: Omit<Ending, "now">; keep?: (tx: Tx) => Promise<unknown> };

/** Writes one line. Throws only if nobody knows whether it was written. */
async function written(
  psa: Psa,
  write: WriteRow,
  { today, tried }: { today: CalendarDate; tried: readonly string[] },
): Promise<Outcome> {
  const { reseller_id: resellerId, line_ref, agreement_ref, product_ref, name, on_day, unit_price } = write;
  const ended = (found: PsaLineState | null) => ({ after: found?.quantity, afterPrice: found?.unit_price });
  const keepOf = (found: PsaLineState | null) => (tx: Tx) =>
    line_ref === null || found === null ? Promise.resolve() : keepLine(tx, resellerId, line_ref, found);
  try {
    if (line_ref !== null) {
      const { after } = await psa.setLine({
        agreement_ref,
        line_ref,
        product_ref,
        on_day,
        today,
        seen: write.seen_quantity!,
        target: write.target_quantity,
        ...(write.target_price !== null && { price: { seen: write.seen_price!, target: write.target_price } }),
      });
      return { ending: { state: "Done", ...ended(after) }, keep: keepOf(after) };
    }
    const charge = { agreement_ref, name, quantity: write.target_quantity, unit_price: unit_price!, on_day };
    const { ref } = await psa.addCharge({ ...charge, product_ref, mark: markOf(write), also_in: tried });
    return {
      ending: { state: "Done", after: write.target_quantity, charge: ref },
      keep: (tx) => keepCharge(tx, resellerId, { ref, ...charge }),
    };
  } catch (error) {
    if (!(error instanceof PsaRefused || error instanceof PsaChanged)) throw error;
    const { message, found } = error;
    const state = error instanceof PsaRefused ? "Refused" : "Changed";
    return { ending: { state, message, ...ended(found) }, keep: keepOf(found) };
  }
}
