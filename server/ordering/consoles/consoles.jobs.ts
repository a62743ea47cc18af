import type { ConsoleAnswer } from "@tradewind/vendors/consoles.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { placeOfLink } from "./consoles.actions.ts";
import { answerLink, findAsked, type AskedLink } from "./consoles.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;

const silent = ({ vendor_name }: AskedLink) => `${vendor_name} does not answer at the moment. Please try again later.`;

/** Asks a vendor for a link to its console. A person waits, so a vendor that does not answer is not asked again. */
export const openConsole = job({
  queue: "consoles.open",
  payload: z.object({ resellerId: z.uuid(), linkId: z.uuid() }),
  fetchers: 4,

  async run({ platform, connections, vendorCalls }: Services, { linkId }) {
    const link = await platform.database.read(worker, (db) => findAsked(db, linkId));
    const open = link && connections.get(link.fulfiller)?.openConsole;
    if (!link || !open) return;
    const contact =
      link.contact_name && link.contact_email ? { name: link.contact_name, email: link.contact_email } : null;
    const asked = { tenantRef: link.tenant_ref, contact, openedBy: link.reseller_name };
    // No transaction is open while the vendor works.
    const answer = await vendorCalls(link.fulfiller, { most: (pace) => pace.invitation, why: "waiting" }, () =>
      open(asked),
    ).catch((error: unknown): ConsoleAnswer => {
      if (error instanceof VendorUnavailable || error instanceof TryLater)
        return { code: "unavailable", reason: silent(link) };
      throw error;
    });
    const { secrets } = platform;
    await platform.database.write(worker, (tx) =>
      answerLink(
        tx,
        link,
        "url" in answer
          ? { state: "ready", sealed: secrets.seal(answer.url, placeOfLink(link)) }
          : { state: "refused", reason: answer.reason },
      ),
    );
  },

  async gaveUp({ platform }: Services, { linkId }) {
    await platform.database.write(worker, async (tx) => {
      const link = await findAsked(tx, linkId);
      if (link) await answerLink(tx, link, { state: "refused", reason: silent(link) });
    });
  },
});
