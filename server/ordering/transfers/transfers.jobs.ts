import { pauseOfRequest } from "@tradewind/domain/ordering/looks.ts";
import type { Pace } from "@tradewind/vendors/calls.ts";
import type { ReleasedLine, SeenTransfer, Transfers } from "@tradewind/vendors/transfers.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import type { Db } from "../../platform/db.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { recordAsked } from "./leaving.actions.ts";
import { listReleased } from "./releasing.store.ts";
import { endTransfer, type There } from "./transfer-rounds.actions.ts";
import { recordTransfer } from "./transfers.actions.ts";
import {
  findTransfer,
  listEarlier,
  listTenantsOf,
  listTransfersWithoutJob,
  lockTransfer,
  type TransferRow,
} from "./transfers.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;
const isOpen = (state: string | undefined) =>
  ["preparing", "pending", "withdrawing", "moving", "arriving", "asked", "releasing"].includes(state ?? "");

/**
 * Asks for a transfer or takes it back, then what became of it, with growing waits until it has ended. `hinted` is one
 * more look beside those.
 */
export const lookAtTransfer = job({
  queue: "transfers.look",
  payload: z.object({ resellerId: z.uuid(), transferId: z.uuid(), hinted: z.boolean().default(false) }),

  async run({ platform, connections, vendorCalls }: Services, { transferId, hinted }) {
    const found = await platform.database.read(worker, (db) => findWithEarlier(db, transferId));
    const connection = found && connections.get(found.row.fulfiller);
    if (!connection?.transfers || !isOpen(found?.row.state)) return;
    const { row, earlier, released } = found!;
    const calls = {
      tenantRef: row.tenant_ref,
      most: (pace: Pace) => (pace.transfer ?? 0) + pace.tenant,
      why: ["preparing", "withdrawing", "releasing"].includes(row.state) ? "waiting" : "settling",
    } as const;
    // No transaction is open while the vendor works.
    const askedAt = platform.clock.now();
    const [seen, there] = await vendorCalls(row.fulfiller, calls, async (): Promise<[SeenTransfer, There | null]> => {
      const told = await stepOf(connection.transfers!, row, { earlier, released });
      if (told.state !== "came") return [told, null];
      return [told, { seen: (await connection.observeTenant?.(row.tenant_ref)) ?? [], askedAt }];
    }).catch((error: unknown) => orLater(error, row.looks));
    await platform.database.write(worker, (tx) => recordTransfer(tx, platform, transferId, seen, there));
    platform.committed();
    const after = await platform.database.read(worker, (db) => findTransfer(db, transferId));
    if (!hinted && isOpen(after?.state)) throw new TryLater(pauseOfRequest(after!.looks), "The transfer has not ended");
  },

  async gaveUp({ platform }: Services, { transferId }) {
    await platform.database.write(worker, async (tx) => {
      const row = await lockTransfer(tx, transferId);
      if (!row || !isOpen(row.state) || row.state === "arriving") return;
      const vendor = platform.vendors.nameOf(row.fulfiller);
      await endTransfer(
        { tx, platform, row, now: platform.clock.now() },
        { state: "refused", reason: `${vendor} refuses to make or show the transfer. Please contact support.` },
      );
    });
    platform.committed();
  },
});

async function findWithEarlier(db: Db, id: string) {
  const row = await findTransfer(db, id);
  if (!row) return undefined;
  return {
    row,
    earlier: row.direction === "in" ? await listEarlier(db, row) : [],
    released: row.state === "releasing" ? await listReleased(db, row) : [],
  };
}

type With = { earlier: readonly string[]; released: readonly ReleasedLine[] };

function stepOf(transfers: Transfers, row: TransferRow, { earlier, released }: With): Promise<SeenTransfer> {
  if (row.state === "releasing") return transfers.release(row.tenant_ref, row.vendor_ref!, released);
  const asked = {
    tenantRef: row.tenant_ref,
    partner: { ref: row.partner_ref, name: row.partner_name },
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    since: row.created_at.toISOString(),
    earlier,
  };
  if (row.state === "withdrawing") return transfers.withdraw(asked, row.vendor_ref);
  return row.vendor_ref === null ? transfers.ask(asked) : transfers.look(row.tenant_ref, row.vendor_ref);
}

/** Asks a vendor what other partners want of a customer's. */
export const findAskedTransfers = job({
  queue: "transfers.find",
  payload: z.object({ resellerId: z.uuid(), customerId: z.uuid(), vendor: z.string() }),

  async run({ platform, connections, vendorCalls }: Services, { resellerId, customerId, vendor }) {
    const tenants = await platform.database.read(worker, (db) => listTenantsOf(db, resellerId, customerId));
    const tenant = tenants.find((each) => each.fulfiller === vendor);
    const transfers = connections.get(vendor)?.transfers;
    if (!tenant || !transfers) return;
    const calls = { tenantRef: tenant.tenant_ref, most: (pace: Pace) => pace.transfer ?? 0, why: "waiting" } as const;
    const asked = await vendorCalls(vendor, calls, () => transfers.listAsked(tenant.tenant_ref)).catch(
      (error: unknown) => orLater(error, 0),
    );
    const { transfers_read_at: _, ...named } = tenant;
    await platform.database.write(worker, (tx) => recordAsked(tx, platform, named, asked));
    platform.committed();
  },
});

/** A vendor that cannot be reached is asked again for as long as the transfer has not ended. */
function orLater(error: unknown, looks: number): never {
  if (error instanceof VendorUnavailable)
    throw new TryLater(Math.max(error.retryAfterMs ?? 0, pauseOfRequest(looks)), error.message);
  throw error;
}

/** Files a job for every transfer that has not ended and has none, so that none is lost with its job. */
export async function refileLostTransfers(platform: Platform): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    for (const { reseller_id: resellerId, id: transferId } of await listTransfersWithoutJob(tx))
      await platform.jobs.file(tx, "transfers.look", { resellerId, transferId });
  });
}
