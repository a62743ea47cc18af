import { pauseOfRequest } from "@tradewind/domain/ordering/looks.ts";
import type { Pace } from "@tradewind/vendors/calls.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { findRequest, listRequestsWithoutJob, lockRequest } from "./tenant-requests.store.ts";
import { announceInvitation, recordInvitation, refuse } from "./tenants.actions.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;

/**
 * Asks for an invitation, then what became of it, with growing waits until the request is over. `hinted` is set by the
 * vendor's webhook: one more look beside those.
 */
export const lookAtInvitation = job({
  queue: "tenants.look",
  payload: z.object({ resellerId: z.uuid(), requestId: z.uuid(), hinted: z.boolean().default(false) }),

  async run({ platform, connections, vendorCalls }: Services, { requestId, hinted }) {
    const request = await platform.database.read(worker, (db) => findRequest(db, requestId));
    const invitations = request && connections.get(request.fulfiller)?.invitations;
    if (!request || !invitations) return;
    // No transaction is open while the vendor works.
    const calls = { most: (pace: Pace) => pace.invitation, why: "waiting" } as const;
    if (request.state === "preparing") {
      const asked = { key: request.id, customerName: request.customer_name };
      const invitation = await vendorCalls(request.fulfiller, calls, () => invitations.invite(asked)).catch(
        (error: unknown) => orLater(error, request.looks),
      );
      await platform.database.write(worker, (tx) => announceInvitation(tx, request, invitation, platform.clock.now()));
    } else if (request.state === "waiting") {
      const ref = request.invitation_ref!;
      const seen = await vendorCalls(request.fulfiller, calls, () => invitations.look(ref)).catch((error: unknown) =>
        orLater(error, request.looks),
      );
      await platform.database.write(worker, (tx) => recordInvitation(tx, requestId, seen, platform.clock.now()));
    }
    platform.committed();
    const after = await platform.database.read(worker, (db) => findRequest(db, requestId));
    if (!hinted && (after?.state === "preparing" || after?.state === "waiting"))
      throw new TryLater(pauseOfRequest(after.looks), "The invitation is not accepted yet");
  },

  async gaveUp({ platform }: Services, { requestId }) {
    await platform.database.write(worker, async (tx) => {
      const request = await lockRequest(tx, requestId);
      if (request?.state !== "preparing" && request?.state !== "waiting") return;
      await refuse(
        { tx, doer: { actor: null, now: platform.clock.now() }, request },
        `${request.vendor_name} refuses to make or show the invitation. Please contact support.`,
      );
    });
    platform.committed();
  },
});

/** A vendor that cannot be reached is asked again for as long as the request is open. */
function orLater(error: unknown, looks: number): never {
  if (error instanceof VendorUnavailable)
    throw new TryLater(Math.max(error.retryAfterMs ?? 0, pauseOfRequest(looks)), error.message);
  throw error;
}

/** Files a job for every open request that has none, so that none is lost with its job. */
export async function refileLostRequests(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const { reseller_id: resellerId, id: requestId } of await listRequestsWithoutJob(tx))
      await platform.jobs.file(tx, "tenants.look", { resellerId, requestId });
  });
}
