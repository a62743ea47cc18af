import { z } from "zod";
import { announce } from "../../platform/events.store.ts";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { findPayment, lockAccount } from "../payments/payments.store.ts";
import { sendReceipt } from "../payments/receipts.actions.ts";
import { settle } from "../payments/settle.actions.ts";
import { freeCredit } from "../payments/spent-credit.actions.ts";
import { insertTransfer, lockUnposted, markPosted, postCredit } from "./bank-postings.store.ts";

const worker = { role: "app_worker" } as const;

/** Posts for whom a transfer is, and takes back what was undone. Done again, it finds nothing to post. */
export const postBankLine = job({
  queue: "bank.post",
  payload: z.object({ lineId: z.uuid() }),

  async run({ platform }: { platform: Platform }, { lineId }) {
    const { database, clock } = platform;
    const now = clock.now();
    const heard = { platform, by: "reconciliation", now, today: clock.today() } as const;
    await database.write(worker, async (tx) => {
      for (const allocation of await lockUnposted(tx, lineId)) {
        const isUndone = allocation.undone_at !== null;
        // What was undone before it was posted is never posted.
        const isNothing = isUndone && allocation.posted_at === null;
        if (!isNothing && allocation.invoice_id !== null) {
          if (!isUndone) await insertTransfer(tx, allocation, now);
          const payment = (await findPayment(tx, allocation.id))!;
          const undone = { code: "undone", reason: "It was allocated by mistake, and is taken back." };
          await settle(tx, payment, isUndone ? { state: "failed", failure: undone } : toldOf(allocation), heard);
        } else if (!isNothing) {
          const { amount_minor: minor, reseller_id } = allocation;
          const when = { day: heard.today, now };
          await lockAccount(tx, reseller_id);
          if (isUndone) await freeCredit(tx, allocation, minor, when);
          await postCredit(tx, allocation, { minor: isUndone ? -minor : minor, ...when });
          if (!isUndone) {
            const paid = { ...allocation, kind: "bankTransfer", paid_with: toldOf(allocation).paidWith } as const;
            await sendReceipt(platform, tx, paid, { minor, credit: minor });
          }
          await announce(tx, allocation.reseller_id, ["invoices", "dashboard"]);
        }
        await markPosted(tx, allocation, now);
      }
    });
    platform.committed();
  },
});

const toldOf = ({ payer }: { payer: string | null }) => ({
  state: "confirmed" as const,
  paidWith: `Bank transfer${payer ? ` from ${payer}` : ""}`.slice(0, 100),
});
