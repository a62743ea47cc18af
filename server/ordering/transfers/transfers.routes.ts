import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { everyTransfer, transfers, type Transfer } from "@tradewind/contract/ordering/transfers.ts";
import { dayOf } from "@tradewind/domain/values/dates.ts";
import { sum } from "@tradewind/domain/values/money.ts";
import type { ChargeRow } from "@tradewind/domain/pricing/pricing-types.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { releaseTransfer, workOutRelease } from "./releasing.actions.ts";
import { takeTransfer, workOutTransfer } from "./taking.actions.ts";
import { askForTransfer, lookAtTransfers, requireEveryProduct, withdrawTransfer } from "./transfers.actions.ts";
import {
  listLines,
  listTenantsOf,
  listEveryTransfer,
  listOwnTransfers,
  listTransfers,
  pageSize,
  type LineRow,
  type TransferRow,
} from "./transfers.store.ts";

const toWire = (row: TransferRow, lines: readonly LineRow[], vendors: Vendors): Transfer => ({
  Id: row.id,
  VendorName: vendors.nameOf(row.fulfiller),
  Direction: row.direction,
  State: row.state,
  PartnerName: row.partner_name,
  PartnerTenantId: row.partner_ref,
  CustomerEmail: row.customer_email,
  RequestedBy: row.requested_by,
  AskedAt: row.created_at.toISOString(),
  Since: row.since.toISOString(),
  Until: row.until?.toISOString() ?? null,
  MovedOn: row.came_at ? dayOf(row.came_at.toISOString()) : null,
  Message: row.message,
  Lines: lines.map((line) => ({
    Name: line.name,
    Quantity: line.quantity,
    TermUntil: line.term_until,
    State: stateOf(row, line),
    Reason: line.reason,
  })),
});

function stateOf({ direction, state }: TransferRow, { reason, is_held, vendor_ref }: LineRow) {
  if (reason !== null) return "stayed";
  if (direction === "out") return state === "left" ? "left" : "leaving";
  return is_held ? "taken" : vendor_ref === null ? "awaited" : "came";
}

async function linesOf(db: Db, rows: readonly TransferRow[]) {
  const lines = await listLines(
    db,
    [...new Set(rows.map((row) => row.reseller_id))],
    rows.map((row) => row.id),
  );
  return ({ id }: TransferRow) => lines.filter((line) => line.transfer_id === id);
}

const pageTo = <T extends TransferRow>(rows: T[]) => pageOf(rows, pageSize, ({ id }) => ({ id }));

function toWireCharges(charges: readonly ChargeRow[], actor: TenantActor) {
  const priced = seesPrices(actor);
  const amounts = charges.map(({ amount }) => amount);
  return {
    Charges: charges.map((each) => ({
      Description: each.description,
      From: each.periodFrom,
      Until: each.periodUntil,
      Quantity: each.quantity,
      Amount: priced ? toWireMoney(each.amount) : null,
    })),
    Total: priced ? toWireMoney(sum(amounts, actor.currency)) : null,
  };
}

export const transfersRoutes = [
  answer(transfers.ofCustomer, async ({ db, actor, platform }, { params, query }) => {
    requireEveryProduct(actor);
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const { vendors } = platform;
    const after = readCursor(query.After, ["id"]);
    const [rows, tenants] = await Promise.all([
      listTransfers(db, actor.resellerId, customer.id, after),
      listTenantsOf(db, actor.resellerId, customer.id),
    ]);
    const { page, next } = pageTo(rows);
    const lines = await linesOf(db, page);
    return {
      Items: page.map((row) => toWire(row, lines(row), vendors)),
      Next: next,
      Vendors: vendors.thatCan("transfers").map((id) => {
        const tenant = tenants.find((each) => each.fulfiller === id);
        return {
          Id: id,
          Name: vendors.nameOf(id),
          HasTenant: tenant !== undefined,
          ReadAt: tenant?.transfers_read_at?.toISOString() ?? null,
          Most: vendors.find(id)!.can.transfers!.most,
        };
      }),
    };
  }),
  answer(transfers.list, async ({ db, actor, platform }, { query }) => {
    requireEveryProduct(actor);
    const { page, next } = pageTo(
      await listOwnTransfers(db, actor, query.Status === "over", readCursor(query.After, ["id"])),
    );
    const lines = await linesOf(db, page);
    return {
      Items: page.map((row) => ({
        ...toWire(row, lines(row), platform.vendors),
        CustomerId: row.customer_id,
        CustomerName: row.customer_name,
      })),
      Next: next,
    };
  }),
  answer(everyTransfer.list, async ({ db, platform }, { query }) => {
    const { page, next } = pageTo(
      await listEveryTransfer(db, query.Status === "over", readCursor(query.After, ["id"])),
    );
    const lines = await linesOf(db, page);
    return {
      Items: page.map((row) => ({
        ...toWire(row, lines(row), platform.vendors),
        ResellerName: row.reseller_name,
        CustomerName: row.customer_name,
      })),
      Next: next,
    };
  }),
  answer(transfers.ask, async (doing, { params, body }) => ({
    Id: await askForTransfer(doing, params.customerId, body),
  })),
  answer(transfers.withdraw, async (doing, { params }) => ({ Id: await withdrawTransfer(doing, params.transferId) })),
  answer(transfers.look, async (doing, { params }) => ({ Id: await lookAtTransfers(doing, params.customerId) })),
  answer(transfers.proposeRelease, async (context, { params, body }) => {
    const { ours, leaving, hash } = await workOutRelease(context, params.transferId, body.SubscriptionIds);
    return {
      Hash: hash,
      Lines: ours.map(({ row, with: parent, isChosen }) => ({
        Id: row.id,
        Name: row.name,
        Quantity: row.quantity,
        Unit: row.unit,
        TermUntil: row.term_until,
        IsChosen: isChosen,
        With: parent,
      })),
      ...toWireCharges(
        leaving.flatMap(({ taken }) => taken.chargeRows),
        context.actor,
      ),
    };
  }),
  answer(transfers.release, async (doing, { params, body }) => ({
    Id: await releaseTransfer(doing, params.transferId, body.SubscriptionIds, body.Hash),
  })),
  answer(transfers.propose, async (context, { params }) => {
    const { from, lines, left, hash } = await workOutTransfer(context, params.transferId);
    const charges = lines.flatMap(({ taken }) => taken.chargeRows);
    const priced = seesPrices(context.actor);
    return {
      Hash: hash,
      CameOn: from,
      Lines: lines.map(({ offer, taken: { subscription } }) => ({
        Name: offer.name,
        Quantity: subscription.quantity,
        Unit: offer.unit,
        TermUntil: subscription.termUntil,
        UnitCost: priced ? subscription.unitCost : null,
        Billing: subscription.billing,
      })),
      Left: left.map(({ name, quantity, reason }) => ({ Name: name, Quantity: quantity, Reason: reason })),
      ...toWireCharges(charges, context.actor),
    };
  }),
  answer(transfers.take, async (doing, { params, body }) => ({
    Id: await takeTransfer(doing, params.transferId, body.Hash),
  })),
];
