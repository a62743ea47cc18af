import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { toWireMoney, toWireProposal, toWireRenewals } from "@tradewind/contract/ordering/proposals.ts";
import type { RuleMet, WireSale } from "@tradewind/contract/ordering/sale.ts";
import { orderRoleOf, whyAsk, type Allowance, type AskReason } from "@tradewind/domain/ordering/order-rules.ts";
import type { Sale, Spend } from "@tradewind/domain/pricing/spend.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import { money, type Currency, type Money } from "@tradewind/domain/values/money.ts";
import { seesOf, seesSales, type Orderer } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { WorkedOut } from "../proposals/proposals.reads.ts";
import { findAllowance } from "./order-rules.store.ts";

/** What whoever orders may order for a customer without asking, and why they have to ask for this; null if they may. */
export type Met = { allowance: Allowance | undefined; why: AskReason | null } | null;

/**
 * Tells what the rules of a customer say to an order. Read with the customer's row locked, no other order can use up
 * what is left.
 */
export async function meetRules(
  db: Db,
  actor: Pick<Orderer, "resellerId"> & Parameters<typeof seesSales>[0],
  customerId: string,
  spend: Spend,
  now: Date,
): Promise<Met> {
  const month = monthOf(now.toISOString().slice(0, 10)).from;
  const of = { resellerId: actor.resellerId, customerId };
  const allowance = await findAllowance(db, of, orderRoleOf(actor.kind), month);
  const why = whyAsk(allowance, spend, actor.customerId === null ? null : seesSales(actor));
  return why || (allowance && allowance.mode !== "freely") ? { allowance, why } : null;
}

/** Refuses what has to be asked for. */
export async function requireAllowed(...order: Parameters<typeof meetRules>): Promise<void> {
  if ((await meetRules(...order))?.why) throw new AppError("orderNeedsApproval");
}

/** A proposal as somebody may see it, or whole where it is kept, with the customer's side of it. */
export const drawProposal = (
  { proposal, hash, sale, back }: WorkedOut,
  met: Met,
  actor: Orderer,
  { costs, sales } = seesOf(actor),
): WireProposal => ({
  ...toWireProposal(proposal, hash, actor.currency, costs),
  UndoBack: costs ? toBack(back()) : null,
  Sale: sales ? toWireSale(sale()) : null,
  Rule: toRuleMet(met, actor.currency),
});

const toBack = (back: Money | null) => back && toWireMoney(back);

function toWireSale({ amount, proposal }: Sale): WireSale | null {
  if (!amount || !proposal) return null;
  const { chargeNow, upcoming, commitment } = proposal;
  return {
    Now: toWireMoney(chargeNow.net),
    Upcoming: upcoming.map((each) => ({
      From: each.from,
      Until: each.until,
      DueOn: each.dueOn,
      Net: toWireMoney(each.net),
    })),
    Renewals: toWireRenewals(proposal),
    Commitment: commitment && { Net: toWireMoney(commitment.amount), Until: commitment.until },
    Adds: toWireMoney(amount),
  };
}

function toRuleMet(met: Met, currency: Currency): RuleMet | null {
  if (!met) return null;
  const { limit, spent } = met.allowance ?? { limit: null, spent: 0n };
  const left = limit === null ? null : limit > spent ? limit - spent : 0n;
  return {
    Why: met.why,
    Limit: limit === null ? null : toWireMoney(money(limit, currency)),
    Left: left === null ? null : toWireMoney(money(left, currency)),
  };
}
