import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { z } from "zod";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce, type Topic } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { findWaiting, settleFile, type FileKey, type Settled } from "./scanning.store.ts";

const worker = { role: "app_worker" } as const;
/** Milliseconds until a scanner that could not say is asked again. */
const patience = 15_000;

/** Looks for viruses in a file that was sent. While the scanner does not answer the file waits, and nobody gets it. */
export const scanFile = job({
  queue: "files.scan",
  fetchers: 4,
  payload: z.object({ resellerId: z.uuid(), fileId: z.uuid() }),
  async run({ platform }: { platform: Platform }, key) {
    const { database, scanner, log } = platform;
    const file = await database.read(worker, (db) => findWaiting(db, key));
    if (!file) return;
    // No transaction is open while the scanner works.
    const verdict = await scanner?.scan(file.bytes).catch((error: unknown) => {
      log.error({ err: error, file: key.fileId }, "A file waits, because the virus scanner does not say what is in it");
      throw new TryLater(patience, "The virus scanner did not answer");
    });
    const scan = verdict === undefined ? "none" : verdict.virus === undefined ? "clean" : "infected";
    await database.write(worker, async (tx) => {
      const settled = await settleFile(tx, key, scan, verdict?.virus);
      if (!settled) return;
      if (verdict?.virus !== undefined) {
        log.error(
          { file: key.fileId, reseller: key.resellerId, virus: verdict.virus },
          "A file with a virus was removed",
        );
        await tellOfVirus(platform, tx, key, settled, verdict.virus);
      }
      const topics: Topic[] = settled.instance_id === null ? ["support"] : ["services", "work"];
      await announce(tx, key.resellerId, topics, settled.customer_id);
    });
    platform.committed();
  },
});

/** Tells who sent the file, and the log, which the company's managers and the operator's staff read. */
async function tellOfVirus(platform: Platform, tx: Tx, { resellerId, fileId }: FileKey, file: Settled, virus: string) {
  await recordActivity(
    tx,
    { resellerId, actor: null, now: platform.clock.now() },
    {
      action: "support.removeFile",
      what: `Removed the file ${file.name}: the virus scanner found ${virus}`,
      customerId: file.customer_id,
      object: ["file", fileId],
      outcome: "refused",
    },
  );
  await fileMail(platform, tx, file.email, "fileRemoved", {
    name: file.first_name ?? "",
    url: new URL(screenOf(file), platform.config.PUBLIC_URL).href,
  });
}

const screenOf = ({ customer_id, instance_id, ticket_id }: Settled) =>
  customer_id !== null && instance_id !== null
    ? linkTo(screens.service, { ctx: customer_id, instanceId: instance_id })
    : ticket_id === null
      ? linkTo(screens.tickets)
      : linkTo(screens.ticket, {}, { Id: ticket_id });
