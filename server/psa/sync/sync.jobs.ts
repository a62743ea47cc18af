import { cacheLifetime, changesSince, partsOf, psaNames, type Part } from "@tradewind/domain/psa/sync.ts";
import { PsaRefused, type Psa, type PsaGone, type PsaItems } from "@tradewind/vendors/psa.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { brokeInput, brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { openPsa } from "../integration/integration.actions.ts";
import { findConnection } from "../integration/integration.store.ts";
import {
  beginSync,
  countKept,
  endSync,
  keepVersions,
  listDue,
  listSyncs,
  stage,
  swapIn,
  type SyncRow,
  takeSync,
  unstage,
} from "./sync.store.ts";

const worker = { role: "app_worker" } as const;
/** Rows that are kept at a time. */
const batch = 1_000;
/** Milliseconds until a sync looks again whether the PSA's other one is over. */
const turn = 2_000;

type Sync = { resellerId: string; syncId: string };

/** Reads a PSA part by part; only when all of it is there does it take the place of what was known. */
export const syncPsa = job({
  queue: "psa.sync",
  payload: z.object({ resellerId: z.uuid(), syncId: z.uuid() }),
  fetchers: 8,

  async run({ platform }: { platform: Platform }, sync) {
    const { database, clock } = platform;
    const { resellerId, syncId } = sync;
    const taken = await database
      .write(worker, async (tx) => {
        const found = await takeSync(tx, resellerId, syncId, clock.now());
        await announce(tx, resellerId, ["psa"]);
        return found;
      })
      .catch((error: unknown) => {
        if (brokeUnique(error, "psa_syncs_under_way")) throw new TryLater(turn, "The PSA is being read already");
        throw error;
      });
    platform.committed();
    if (!taken) return;
    const { kind, trigger } = taken;
    const [connection, reads] = await database.read(worker, (db) =>
      Promise.all([findConnection(db, resellerId), listSyncs(db, resellerId)]),
    );
    const psa = connection?.enabled ? openPsa(platform, connection) : undefined;
    if (!connection || !psa) return fail(platform, sync, "The integration was switched off.");
    const begun = clock.now();
    const asked = { settingsAt: connection.changed_at.getTime(), trigger, now: begun.getTime() };
    const since = new Map(partsOf[kind].map((part) => [part, sinceOf(psa, part, reads, asked)]));
    try {
      for (const part of partsOf[kind])
        if (!(await readPart(platform, psa, part, { ...sync, since: since.get(part) ?? null })))
          return cleanUp(platform, sync);
      await database.write(worker, async (tx) => {
        const now = clock.now();
        const isWhole = [...since.values()].every((each) => each === null);
        if (await endSync(tx, resellerId, syncId, { state: "Completed", begun: { at: begun, isWhole }, now })) {
          for (const [part, moment] of since)
            await swapIn(tx, part, { resellerId, syncId, isWhole: moment === null, now });
          if (partsOf[kind].includes("agreements")) await keepVersions(tx, resellerId, now);
        }
        await unstage(tx, resellerId, syncId);
        await announce(tx, resellerId, ["psa"]);
      });
    } catch (error) {
      if (error instanceof PsaRefused) return fail(platform, sync, error.message);
      if (brokeInput(error)) {
        platform.log.info({ err: error, resellerId }, "A PSA told what cannot be kept");
        return fail(
          platform,
          sync,
          `${psaNames[connection.type]} has a number or a day that cannot be right. What was read before stays.`,
        );
      }
      if (!(error instanceof VendorUnavailable)) throw error;
      platform.log.info({ err: error, resellerId }, "A PSA could not be read");
      const name = psaNames[connection.type];
      return fail(
        platform,
        sync,
        `${error.message.startsWith(name) ? "" : `${name}: `}${error.message.replace(/\.$/, "")}. What was read before stays.`,
      );
    }
    platform.committed();
  },

  gaveUp: ({ platform }: { platform: Platform }, sync) =>
    fail(platform, sync, "It could not be finished. Please try again, and contact support if it happens again."),
});

/** Since when changes of a part are enough, where its PSA tells them; null if it is read whole. */
function sinceOf(psa: Psa, part: Part, reads: readonly SyncRow[], asked: Parameters<typeof changesSince>[2]) {
  const moments = reads.map(({ kind, read_from, whole_from }) => ({
    kind,
    readFrom: read_from && read_from.getTime(),
    wholeFrom: whole_from && whole_from.getTime(),
  }));
  const moment = psa.changes[part] ? changesSince(part, moments, asked) : null;
  return moment === null ? null : new Date(moment);
}

/** Reads one part, or what changed of it since a moment; false if the sync was cancelled. */
async function readPart<P extends Part>(
  platform: Platform,
  psa: Psa,
  part: P,
  { since, ...sync }: Sync & { since: Date | null },
): Promise<boolean> {
  let items: (PsaItems[P] | PsaGone)[] = [];
  const keep = async () => {
    const isOn = await platform.database.write(worker, async (tx) => {
      await announce(tx, sync.resellerId, ["psa"]);
      return stage(tx, { ...sync, part, items });
    });
    platform.committed();
    items = [];
    return isOn;
  };
  let count = 0;
  const pages = since === null ? psa[part](platform.clock.today()) : psa.changes[part]!(since);
  for await (const page of pages as AsyncIterable<readonly (PsaItems[P] | PsaGone)[]>) {
    items.push(...page);
    count += page.length;
    if (items.length >= batch && !(await keep())) return false;
  }
  const kept = count > 0 || since !== null || !neverEmpty.includes(part) ? 0 : await countHeld(platform, part, sync);
  if (kept > 0)
    throw new PsaRefused(
      `The PSA shows no ${part} any more, where there were ${kept.toLocaleString("en-GB")}. Check the rights of its API user. What was read before stays.`,
    );
  return keep();
}

/** Parts that some PSAs show as empty to whom they refuse them: nothing where something was is not believed. */
const neverEmpty: readonly Part[] = ["companies", "products", "agreements"];
const countHeld = ({ database }: Platform, part: Part, { resellerId }: Sync) =>
  database.read(worker, (db) => countKept(db, part, resellerId));

const cleanUp = ({ database }: Platform, { resellerId, syncId }: Sync) =>
  database.write(worker, async (tx) => {
    await unstage(tx, resellerId, syncId);
  });

async function fail(platform: Platform, { resellerId, syncId }: Sync, message: string): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    await endSync(tx, resellerId, syncId, { state: "Failed", message, now: platform.clock.now() });
    await unstage(tx, resellerId, syncId);
    await announce(tx, resellerId, ["psa"]);
  });
  platform.committed();
}

/** Has every PSA read whose data has passed its time. */
export async function fileDueSyncs({ database, jobs, clock }: Platform): Promise<void> {
  const now = clock.now();
  const due = await database.read(worker, (db) => listDue(db, new Date(now.getTime() - cacheLifetime)));
  for (const { reseller_id: resellerId } of due)
    await database.write(worker, async (tx) => {
      const syncId = await beginSync(tx, { resellerId, kind: "all", trigger: "Scheduled", by: null, now });
      if (syncId) await jobs.file(tx, "psa.sync", { resellerId, syncId });
    });
}
