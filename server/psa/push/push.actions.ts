import type { PsaUpdated, PsaWritten } from "@tradewind/contract/psa/updates.ts";
import { psaNames } from "@tradewind/domain/psa/sync.ts";
import type { PsaReport } from "@tradewind/domain/psa/writes.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import type { ConnectionRow } from "../integration/integration.store.ts";
import { insertWrites, type LastWrite } from "./push.store.ts";

/** A line that is to be written. The same `key` is written once, as long as it is open. */
export type PsaWrite = {
  key: string;
  agreement_ref: string;
  product_ref: string;
  name: string;
  target_quantity: string;
  on_day: CalendarDate;
} & (
  | {
      kind: "quantity";
      line_ref: string;
      seen_quantity: string;
      /** Where one is to cost something else as well; null where it is not. */
      seen_price: string | null;
      target_price: string | null;
    }
  /** What is billed once, and never again under its key; its target is how many. */
  | { kind: "charge"; unit_price: string }
);

const words: Readonly<Record<PsaReport, string>> = {
  movement: "product movement",
  reconciliation: "reconciliation",
  azure: "Azure charges",
};

/**
 * Has a worker write lines into the PSA, one by one, and answers as an update does. Each line tells later how it ended.
 * `faults` say why not: then none is written.
 */
export async function filePush(
  { tx, actor, doer, now, platform }: Doing<TenantActor>,
  { source, type }: Pick<ConnectionRow, "source" | "type">,
  { report, writes, faults = [] }: { report: PsaReport; writes: readonly PsaWrite[]; faults?: readonly string[] },
): Promise<PsaUpdated> {
  const { resellerId, displayName } = actor;
  const all = writes.length === 0 && faults.length === 0 ? ["Select at least one line."] : faults;
  const count = `${writes.length.toLocaleString("en-GB")} ${writes.length === 1 ? "line" : "lines"} of ${words[report]}`;
  const object = ["reseller", resellerId] as const;
  if (all.length > 0) {
    const what = `Wanted to write ${words[report]} into ${psaNames[type]}: ${all[0]!}`;
    await recordActivity(tx, doer, { action: "psa.push", what, object, outcome: "refused" });
    return { Succeed: false, Error: all[0]!, Errors: [...all] };
  }
  await insertWrites(
    tx,
    writes.map((write) => ({
      ...write,
      reseller_id: resellerId,
      source,
      report,
      asked_by: displayName,
      asked_at: now,
    })),
  );
  await announce(tx, resellerId, ["psa"]);
  await recordActivity(tx, doer, { action: "psa.push", what: `Had ${count} written into ${psaNames[type]}`, object });
  await platform.jobs.file(tx, "psa.push", { resellerId });
  return { Succeed: true, Error: null, Errors: [] };
}

/** How the last write of a line stands; without its price for who may see none. */
export const writtenOf = (write: LastWrite | undefined, isPriced: boolean): PsaWritten =>
  write
    ? {
        state: write.state,
        message: write.message,
        quantity: write.after_quantity === null ? null : String(Number(write.after_quantity)),
        price: isPriced && write.target_price !== null ? write.after_price : null,
        askedBy: write.asked_by,
        at: (write.ended_at ?? write.asked_at).toISOString(),
      }
    : null;
