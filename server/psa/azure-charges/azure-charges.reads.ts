import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { namesOf, noGroup } from "@tradewind/domain/ordering/azure-spend.ts";
import {
  obstacleOf,
  removedWords,
  roundOnce,
  spendKindOf,
  stateOf,
  type ReportKind,
} from "@tradewind/domain/psa/azure-charges.ts";
import { monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { times } from "@tradewind/domain/values/money.ts";
import type { Db } from "../../platform/db.ts";
import type { ConnectionRow } from "../integration/integration.store.ts";
import { listParts, listPlaces, listSent, type PartRow, type PlaceRow, type SentRow } from "./azure-charges.store.ts";

export type WireCharge = ResultOf<PsaCalls["azureCharges"]>["response"]["results"][number];
type Detail = Pick<WireCharge, "part" | "group" | "resource" | "meter">;
/** A part of a month as it is charged, or as it was. */
type Due = { id: string; kind: ReportKind; minor: bigint; cost: string; detail: Detail };
/** A charge as it is shown, and what a write of it needs besides. */
export type Charge = { wire: WireCharge; place: PlaceRow; productRef: string | null; times: number };

type Asked = { connection: ConnectionRow; month: CalendarDate; today: CalendarDate };

const nothing = "0";

/** Reads what a month of Azure is charged by, what of it is in the PSA, and what stands in the way of the rest. */
export async function readCharges(db: Db, { connection, month: day, today }: Asked): Promise<Charge[]> {
  const month = monthOf(day).from;
  const scope = { resellerId: connection.reseller_id, source: connection.source, month };
  const places = await listPlaces(db, scope, connection.agreement_type, today);
  const parts = Map.groupBy(
    await listParts(db, scope, connection.azure_report as ReportKind),
    (part) => part.subscription_id,
  );
  const sent = Map.groupBy(await listSent(db, scope), (row) => row.subscription_id);
  const chargesOf = (place: PlaceRow): Charge[] => {
    const due = duesOf(parts.get(place.id) ?? []);
    const before = new Map((sent.get(place.id) ?? []).map((row) => [row.charge_id, row]));
    const gone = [...before.values()].filter(
      (row) => due.every(({ id }) => id !== row.charge_id) && (row.times > 0 || row.last_state === "New"),
    );
    const obstacle = obstacleOf({ ...place, isEnded: place.is_ended }, month, today);
    return [...due, ...gone.map(goneOf)].flatMap((each) =>
      each.minor === 0n && !before.has(each.id)
        ? []
        : [chargeOf({ due: each, sent: before.get(each.id), place, obstacle })],
    );
  };
  return places.toSorted(byCustomer).flatMap(chargesOf);
}

const byCustomer = (a: PlaceRow, b: PlaceRow) =>
  a.customer.localeCompare(b.customer, "en") || a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1);

/** Names the parts of a subscription and rounds them; what is left is a part of its own. */
function duesOf(parts: readonly PartRow[]): Due[] {
  const named = parts.filter(({ place }) => place !== null);
  const rest = parts.find(({ place }) => place === null);
  if (!rest) return [];
  const by = spendKindOf(rest.kind);
  const rounded = roundOnce(
    named.map(({ price }) => price),
    rest.price,
  );
  const names =
    by === "total"
      ? named.map(() => null)
      : namesOf(
          named.map(({ group, item }) => ({ group, name: item })),
          by,
        );
  const detailOf = ({ group, item }: PartRow, part: string | null): Detail => ({
    part,
    group: by === "group" || by === "resource" ? group || noGroup : null,
    resource: by === "resource" ? item : null,
    meter: by === "meter" ? item : null,
  });
  return [
    ...named.map((part, at) => ({
      id: part.charge_id,
      kind: part.kind,
      minor: rounded.named[at]!,
      cost: part.cost,
      detail: detailOf(part, names[at]!),
    })),
    {
      id: rest.charge_id,
      kind: rest.kind,
      minor: rounded.rest,
      cost: rest.cost,
      detail: { part: rest.parts > 0 ? "All others" : "Rounding", group: null, resource: null, meter: null },
    },
  ];
}

/** What was sent, and of which nothing is left: it is to be taken back. */
const goneOf = ({ charge_id: id, kind, part, resource_group: group, resource, meter }: SentRow): Due => ({
  id,
  kind,
  minor: 0n,
  cost: nothing,
  detail: { part, group, resource, meter },
});

type Compared = {
  due: Due;
  sent: SentRow | undefined;
  place: PlaceRow;
  obstacle: WireCharge["obstacle"];
};

function chargeOf({ due: { id, kind, minor, cost, detail }, sent, place, obstacle }: Compared): Charge {
  const { currency, agreement_ref: agreementRef } = place;
  const toMoney = (amount: bigint) => toWireMoney({ minor: amount, currency });
  const inPsa = times(sent?.sent ?? nothing, 1, currency).minor;
  const isSending = sent?.last_state === "New";
  const wasRefused = sent !== undefined && !isSending && sent.last_state !== "Done";
  const isRemoved = sent?.is_removed ?? false;
  const state = stateOf({ due: minor, sent: inPsa, isSending, wasRefused, isRemoved, obstacle });
  // What was refused may have arrived all the same: the same is sent again, and what has changed since after it.
  const again = isSending || state === "Refused" ? sent?.last_amount : undefined;
  const difference = again === undefined ? minor - inPsa : times(again, 1, currency).minor;
  const wire: WireCharge = {
    id,
    selected: state === "Ready" || state === "Changed",
    cmCustomer: { id: place.customer_id, name: place.customer },
    subscription: { id: place.id, name: place.name },
    kind,
    ...detail,
    cost: toWireMoney(times(cost, 1, currency)),
    price: toMoney(minor),
    sent: toMoney(inPsa),
    difference: toMoney(difference),
    agreement: agreementRef === null ? null : { id: agreementRef, name: place.agreement ?? agreementRef },
    state,
    obstacle: state === "Blocked" ? obstacle : null,
    message: state === "Refused" ? (sent?.message ?? null) : state === "Removed" ? removedWords : null,
  };
  return { wire, place, productRef: place.product_ref, times: sent?.times ?? 0 };
}
