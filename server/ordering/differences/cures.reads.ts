import { errors, type ErrorCode } from "@tradewind/contract/errors.ts";
import type { Cure } from "@tradewind/contract/ordering/differences.ts";
import { takeTheirs, type DifferenceKind, type Taken } from "@tradewind/domain/ordering/differences.ts";
import { takeTerm } from "@tradewind/domain/ordering/taken-terms.ts";
import { canonicalText } from "@tradewind/domain/pricing/canonical.ts";
import type { Decision } from "@tradewind/domain/values/decision.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Context } from "../../platform/http.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { loadCatalogueOfOffers } from "../../catalogue/offers/offers.store.ts";
import {
  isOpenEnded,
  listSubscriptions,
  toSubscription,
  type StandingRow,
} from "../subscriptions/subscriptions.store.ts";
import { findDifferences, findSeenSince, type Difference, type OwnDifference } from "./differences.store.ts";

/** What each kind of difference can be cured by, the proposed cure first. What the vendor does at the end of a term is asked for again. */
const curesOfKind: Record<DifferenceKind, readonly Cure[]> = {
  quantity: ["take", "ask", "accept"],
  ended: ["take", "accept"],
  suspended: ["ask", "take", "accept"],
  resumed: ["ask", "take", "accept"],
  runsOn: ["ask", "accept"],
  term: ["take", "accept"],
  termEnd: ["ask", "accept"],
  extended: ["take", "accept"],
  uncharged: ["accept"],
  unknown: ["accept"],
};

/** What a difference can be cured by as it stands. */
export const curesOf = ({ kind, state }: Pick<Difference, "kind" | "state">): Cure[] =>
  state === "closed" ? [] : curesOfKind[kind].filter((cure) => cure !== "accept" || state !== "accepted");

/** What is proposed for one difference. `taken` is what taking over the vendor's book does to its subscription. */
export type Cured = { difference: OwnDifference; row: StandingRow; taken: Taken | undefined };
type LeftOut = { difference: OwnDifference; reason: string };

/** Finds differences that somebody may see: all of them, or none is there. */
export async function findDifferencesOrFail(db: Db, actor: TenantActor, ids: readonly string[]) {
  const found = await findDifferences(db, actor, ids);
  if (found.length < new Set(ids).size) throw new AppError("notFound");
  return found;
}

/**
 * Works out what curing differences in one way would do and cost. Several of one subscription follow each other, as if each
 * were settled by itself.
 */
export async function workOutCure(
  { db, actor, now, platform }: Pick<Context, "db" | "actor" | "now" | "platform">,
  cure: Cure,
  ids: readonly string[],
): Promise<{ lines: Cured[]; leftOut: LeftOut[]; hash: string }> {
  const found = await findDifferencesOrFail(db, actor, ids);
  const listed = await listSubscriptions(
    db,
    actor.resellerId,
    found.map((each) => each.subscription_id!),
  );
  const rows = new Map(listed.map((row) => [row.id, row]));
  const takeNext = cure === "take" ? await taking(db, found, rows, now) : undefined;
  const asked = new Set<string>();
  const lines: Cured[] = [];
  const leftOut: LeftOut[] = [];
  for (const difference of found) {
    const row = rows.get(difference.subscription_id!)!;
    const isBusy = row.at_vendor === "changing" || asked.has(row.id);
    const refusal = refusalOf(cure, difference, isBusy);
    const decision = refusal ? undefined : takeNext?.(difference);
    const code = refusal ?? (decision?.ok === false ? decision.refusal : undefined);
    if (code) {
      leftOut.push({ difference, reason: errors[code][1] });
      continue;
    }
    if (cure === "ask") asked.add(row.id);
    lines.push({ difference, row, taken: decision?.ok ? decision.value : undefined });
  }
  return { lines, leftOut, hash: hashOfPromise(platform, canonicalText({ cure, lines: lines.map(promiseOf) })) };
}

function refusalOf(cure: Cure, difference: OwnDifference, isBusy: boolean): ErrorCode | undefined {
  if (difference.state === "closed") return "differenceSettled";
  if (!curesOf(difference).includes(cure)) return notCured[cure];
  return isBusy && cure !== "accept" ? "serviceBusy" : undefined;
}

const notCured = {
  take: "differenceNotTaken",
  ask: "differenceNotAsked",
  accept: "differenceAccepted",
} as const satisfies Record<Cure, ErrorCode>;

/** Returns what takes over one difference after the other. */
async function taking(db: Db, found: readonly OwnDifference[], rows: ReadonlyMap<string, StandingRow>, now: Date) {
  const standing = new Map([...rows].map(([id, row]) => [id, toSubscription(row)]));
  const extended = found.filter(({ kind }) => kind === "extended");
  const priced = found.flatMap(({ kind, subscription_id: id }) => {
    const row = rows.get(id!)!;
    return kind === "extended" || isOpenEnded(row) ? [row] : [];
  });
  const [seen, catalogueOf] = await Promise.all([
    extended.length > 0
      ? findSeenSince(
          db,
          extended[0]!.reseller_id,
          extended.map(({ id }) => id),
        )
      : undefined,
    loadCatalogueOfOffers(db, priced),
  ]);
  return (difference: OwnDifference): Decision<Taken> => {
    const id = difference.subscription_id!;
    const catalogue = catalogueOf(rows.get(id)!);
    const when = { since: difference.since.toISOString(), now: now.toISOString() };
    const decision =
      difference.kind === "extended"
        ? takeTerm(standing.get(id)!, seen?.get(difference.id) ?? {}, catalogue, when)
        : takeTheirs(standing.get(id)!, difference, catalogue, when);
    if (decision.ok) standing.set(id, decision.value.subscription);
    return decision;
  };
}

/** The moment of recording is not part of what was promised. */
function promiseOf({ difference: { id, kind, ours, theirs }, taken }: Cured) {
  const { quantity, status, termFrom, termUntil, offerId, unitCost } = taken?.subscription ?? {};
  const subscription = { quantity, status, termFrom, termUntil, offerId, unitCost };
  return { id, kind, ours, theirs, subscription, charges: taken?.chargeRows };
}
