import { isMoving } from "@tradewind/domain/ordering/admin-relationships.ts";
import { pauseOfRequest } from "@tradewind/domain/ordering/looks.ts";
import type { Pace } from "@tradewind/vendors/calls.ts";
import type { DelegatedAdmin } from "@tradewind/vendors/delegated-admin.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { recordRelationship } from "./admin-relationships.actions.ts";
import {
  countLook,
  findRelationship,
  listWithoutJob,
  lockRelationship,
  updateRelationship,
  type RelationshipRow,
} from "./admin-relationships.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;

/**
 * Asks a vendor for a relationship, tells it of changes, and looks how it stands: with growing waits while it moves. A job
 * that is `hinted` looks once beside those.
 */
export const lookAtRelationship = job({
  queue: "admin.look",
  payload: z.object({ resellerId: z.uuid(), relationshipId: z.uuid(), hinted: z.boolean().default(false) }),

  async run({ platform, connections, vendorCalls }: Services, { relationshipId, hinted }) {
    const row = await platform.database.read(worker, (db) => findRelationship(db, relationshipId));
    const admin = row && connections.get(row.fulfiller)?.delegatedAdmin;
    if (!row || !admin) return;
    // No transaction is open while the vendor works.
    await vendorCalls(row.fulfiller, { most: (pace: Pace) => pace.invitation * 2, why: "waiting" }, () =>
      row.relationship_ref === null ? request(platform, admin, row) : follow(platform, admin, row),
    ).catch((error: unknown) => {
      if (error instanceof VendorUnavailable)
        throw new TryLater(Math.max(error.retryAfterMs ?? 0, pauseOfRequest(row.looks)), error.message);
      throw error;
    });
    platform.committed();
    const after = await platform.database.read(worker, (db) => findRelationship(db, relationshipId));
    // What moves again by a change is followed by the job that told the vendor.
    const isFollowed = hinted && row.status === after?.status;
    if (after && isMoving(after) && !isFollowed)
      throw new TryLater(pauseOfRequest(after.looks), "The relationship is not settled yet");
  },

  async gaveUp({ platform }: Services, { relationshipId }) {
    await platform.database.write(worker, async (tx) => {
      const row = await findRelationship(tx, relationshipId);
      if (row?.status !== "preparing") return;
      const message = "The vendor refuses to make or show the relationship. Please contact support.";
      await updateRelationship(tx, row, { status: "refused", message, since: platform.clock.now() });
      await announce(tx, row.reseller_id, ["tenants"], row.customer_id);
    });
    platform.committed();
  },
});

async function request(platform: Platform, admin: DelegatedAdmin, row: RelationshipRow): Promise<void> {
  if (row.status !== "preparing") return;
  const made = await admin.request({
    key: row.id,
    // As it was when it was asked for, by which it is found again.
    customerName: row.asked_name ?? row.customer_name,
    tenantRef: row.tenant_ref,
    roles: row.roles,
    days: row.days,
    extendsItself: row.extends_itself,
  });
  await platform.database.write(worker, async (tx) => {
    const since = platform.clock.now();
    // Another worker may have had the vendor's yes meanwhile, which its no to a second one does not take back.
    if ((await lockRelationship(tx, row.id))?.status !== "preparing") return;
    await updateRelationship(
      tx,
      row,
      "ref" in made
        ? { status: "approvalPending", relationship_ref: made.ref, approval_url: made.approvalUrl, since }
        : { status: "refused", message: made.reason, since },
    );
    await announce(tx, row.reseller_id, ["tenants"], row.customer_id);
  });
}

async function follow(platform: Platform, admin: DelegatedAdmin, row: RelationshipRow): Promise<void> {
  const ref = row.relationship_ref!;
  const refusal = row.wants_end
    ? await admin.end(ref)
    : row.wants_extension === null
      ? undefined
      : await admin.extendItself(ref, row.wants_extension);
  const seen = await admin.look(ref);
  await platform.database.write(worker, async (tx) => {
    // Only what the vendor was told: somebody may have wanted something else meanwhile.
    const present = await lockRelationship(tx, row.id);
    if (present && row.wants_end)
      await updateRelationship(tx, row, { wants_end: false, wants_extension: null, message: refusal?.reason ?? null });
    else if (row.wants_extension !== null && present?.wants_extension === row.wants_extension)
      await updateRelationship(tx, row, { wants_extension: null, message: refusal?.reason ?? null });
    await countLook(tx, row);
    await recordRelationship(tx, row.id, seen, platform.clock.now());
  });
}

/** Files a job for everything that moves and has none, so that none is lost with its job. */
export async function refileLostRelationships(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const { reseller_id: resellerId, id: relationshipId } of await listWithoutJob(tx))
      await platform.jobs.file(tx, "admin.look", { resellerId, relationshipId });
  });
}
