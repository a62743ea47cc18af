import type { gatewayBooks as contract, GatewayDifferenceItem } from "@tradewind/contract/billing/gateway-books.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { booksOf, toDifference } from "./gateway-books.reads.ts";
import { decideDifference, listDifferences } from "./gateway-differences.store.ts";

/** Sets a difference aside that a person has resolved, or takes it up again. */
export async function decideDifferenceOf(
  { tx, actor, now, doer, platform }: Doing<OperatorActor>,
  id: string,
  task: "setAside" | "reopen",
  { Version, Reason }: InputOf<typeof contract.setAside>["body"],
): Promise<GatewayDifferenceItem> {
  const row = orNotFound((await listDifferences(tx, { id }))[0]);
  const [from, state] = task === "setAside" ? (["open", "setAside"] as const) : (["setAside", "open"] as const);
  const decision = { state, by: actor.displayName, reason: Reason, now };
  if (row.state !== from || row.version !== Version || !(await decideDifference(tx, row, decision)))
    throw new AppError("gatewayDifferenceDecided");
  const sum = format({ minor: row.theirs_minor - row.ours_minor, currency: row.currency });
  await recordActivity(tx, doer, {
    action: `gatewayBooks.${task}`,
    what: `${task === "setAside" ? "Set aside" : "Took up again"} a difference of ${sum} with ${row.gateway}: ${Reason}`,
    object: ["gatewayDifference", id],
  });
  return toDifference(platform)((await listDifferences(tx, { id }))[0]!);
}

/** Has every gateway's book read now. */
export async function lookNow({ tx, doer, actor, platform }: Doing<OperatorActor>): Promise<Record<string, never>> {
  for (const gateway of booksOf(platform).keys()) await platform.jobs.file(tx, "gateways.read", { gateway });
  await recordActivity(tx, doer, {
    action: "gatewayBooks.look",
    what: "Had the books of the payment gateways read",
    object: ["person", actor.personId],
  });
  return {};
}
