import type { WireChange, WireProposal } from "@tradewind/contract/ordering/orders.ts";
import type { OrderRequest, RequestItem, requestActs } from "@tradewind/contract/ordering/requests.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import type { FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { requestStateOn } from "@tradewind/domain/ordering/requests.ts";
import { money } from "@tradewind/domain/values/money.ts";
import { seesPrices, seesSales, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Context } from "../../platform/http.ts";
import { drawProposal, meetRules } from "../order-rules/order-rules.reads.ts";
import { findOrderRules } from "../order-rules/order-rules.store.ts";
import { workOut } from "../proposals/proposals.reads.ts";
import { findRequest, type RequestItemRow, type RequestRow } from "./requests.store.ts";

/** What was asked for, as an order takes it. */
export const wantedOf = (
  row: Pick<RequestRow, "customer_id" | "product_id" | "instance_id" | "user_id" | "change" | "details">,
) => ({
  CustomerId: row.customer_id,
  ProductId: row.product_id,
  InstanceId: row.instance_id,
  UserId: row.user_id,
  Change: row.change as WireChange,
  Details: row.details as FormValues,
});

export const toItem = (row: RequestItemRow, actor: TenantActor, today: string): RequestItem => ({
  Id: row.id,
  What: row.what,
  CustomerId: row.customer_id,
  CustomerName: row.customer_name,
  ProductName: row.product_name,
  AskedBy: row.asked_by_name,
  AskedAt: row.asked_at.toISOString(),
  ExpiresOn: row.expires_on,
  State: requestStateOn({ state: row.state, expiresOn: row.expires_on }, today),
  Amount: row.spend_minor === null || !seesSales(actor) ? null : toWireMoney(money(row.spend_minor, actor.currency)),
});

/** Reads a request with what it would do now, and what the caller may do about it. */
export async function readRequest(asking: Context, id: string): Promise<OrderRequest> {
  const { db, actor, now, today, platform } = asking;
  const row = orNotFound(await findRequest(db, actor, id));
  const item = toItem(row, actor, today);
  const isOpen = item.State === "open";
  const isOwn = row.asked_by === actor.personId;
  const present = isOpen
    ? await workOut(db, actor, now, platform, wantedOf(row)).catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      })
    : undefined;
  const rules = isOpen && isOwn ? await findOrderRules(db, ofRow(actor, row)) : undefined;
  const needsAnother = rules?.second_person === true;
  const mayDecide = isOpen && actor.customerId === null;
  const may: Record<(typeof requestActs)[number], boolean> = {
    approve: mayDecide && !needsAnother && present !== undefined && !(present instanceof AppError),
    refuse: mayDecide,
    withdraw: isOpen && isOwn,
  };
  return {
    ...item,
    Note: row.note,
    DecidedBy: row.decided_by_name,
    DecidedAt: row.decided_at?.toISOString() ?? null,
    Reason: row.reason,
    OrderId: row.order_id,
    InstanceId: row.ordered_instance_id ?? row.instance_id,
    Asked: asSeenBy(actor, row.proposal as WireProposal),
    Present:
      present && !(present instanceof AppError)
        ? drawProposal(present, await meetRules(db, actor, row.customer_id, present.sale(), now), actor)
        : null,
    Refusal: present instanceof AppError ? present.message : null,
    May: (Object.keys(may) as (keyof typeof may)[]).filter((act) => may[act]),
    NeedsAnother: needsAnother,
  };
}

const ofRow = ({ resellerId }: TenantActor, { customer_id: customerId }: RequestRow) => ({ resellerId, customerId });

/** Leaves out of a proposal that was kept what its reader may not see. What is to be known of it names amounts too. */
function asSeenBy(actor: TenantActor, kept: WireProposal): WireProposal {
  const shown = { ...kept, Rule: null, Sale: seesSales(actor) ? kept.Sale : null };
  if (seesPrices(actor)) return shown;
  return {
    ...shown,
    ChargeNow: null,
    Lines: kept.Lines.map((line) => ({ ...line, UnitCost: null, Amount: null })),
    Upcoming: kept.Upcoming.map((each) => ({ ...each, Totals: null })),
    Renewals: null,
    Margin: null,
    Commitment: null,
    UndoBack: null,
    Findings: [],
  };
}
