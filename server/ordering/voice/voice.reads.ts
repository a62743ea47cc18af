import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import type { VoiceOrder } from "@tradewind/contract/ordering/voice.ts";
import {
  isMitelLicence,
  otherVoiceLicence,
  propertyTypes,
  voiceOrderStatus,
  voiceOrderType,
  voiceProduct,
  voiceSite,
} from "@tradewind/domain/ordering/voice.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { findOrder } from "../orders/orders.store.ts";
import { findVoiceProgress, listVoiceLines, type VoiceLine } from "./voice.store.ts";

/** Draws the summary of a customer's order of hosted voice. */
export async function drawVoiceOrder(
  db: Db,
  actor: TenantActor,
  of: { customerId: string; orderId: string },
): Promise<VoiceOrder> {
  const order = orNotFound(await findOrder(db, actor, of.orderId));
  if (order.customer_id !== of.customerId || order.product_id !== voiceProduct) throw new AppError("notFound");
  const [lines, progress] = await Promise.all([
    listVoiceLines(db, actor.resellerId, order),
    findVoiceProgress(db, actor.resellerId, order.id),
  ]);
  const changed = lines
    .filter((line) => line.is_of_order)
    .map(({ sku, quantity, before }) => ({ sku, by: quantity - before }));
  const mitel = countsOf(lines, isMitelLicence);
  const other = countsOf(lines, (sku) => sku === otherVoiceLicence);
  return {
    OrderId: order.id,
    OrderNumber: orderNumber(order.id),
    OrderType: voiceOrderType({
      task: order.task,
      isFirst: order.journey === "Add",
      isAtWork: order.status === "Working",
      changed,
    }),
    MitelLicences: mitel.quantity,
    MitelLicencesChange: mitel.by,
    NonMitelLicences: other.quantity,
    NonMitelLicencesChange: other.by,
    OrderCreatedOn: order.placed_at.toISOString(),
    OrderCreatedBy: order.placed_by_name,
    OrderStatus: voiceOrderStatus({
      status: order.status,
      isTakenOn: progress.is_taken_on,
      isGivenUp: progress.is_given_up,
    }),
    EstimatedCompletionDate: order.estimated_completion,
    Sites: lines.filter(({ sku, quantity }) => sku === voiceSite && quantity > 0).map((line) => toSite(line)),
    Reasons: progress.reasons,
  };
}

function countsOf(lines: readonly VoiceLine[], counts: (sku: string) => boolean) {
  const own = lines.filter(({ sku }) => counts(sku));
  return {
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
    by: own.reduce((sum, { quantity, before, is_of_order }) => (is_of_order ? sum + quantity - before : sum), 0),
  };
}

function toSite({ attributes, quantity }: VoiceLine): VoiceOrder["Sites"][number] {
  const given = (name: string) => (attributes[name] ? String(attributes[name]) : null);
  return {
    SiteName: given("SiteName") ?? "",
    Address1: given("Address1") ?? "",
    Address2: given("Address2"),
    Town: given("Town") ?? "",
    County: given("County"),
    Postcode: given("Postcode") ?? "",
    DDIBlocks: quantity,
    DDIAreaCode: given("DDIAreaCode") ?? "",
    PropertyType: propertyTypes.find((each) => each === attributes["PropertyType"]) ?? "commercial",
  };
}
