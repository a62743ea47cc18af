import { differences, type differenceStates, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { differenceSides, differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { costOfMonth } from "@tradewind/domain/ordering/differences.ts";
import { negate, sum, type Money } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { acceptDifference, curesOf, settleDifference, workOutTaking } from "./differences.actions.ts";
import {
  listDifferences,
  listEveryDifference,
  listUnsettled,
  pageSize,
  type AnyDifferenceRow,
  type DifferenceRow,
} from "./differences.store.ts";

const toWire = (row: AnyDifferenceRow | DifferenceRow) => ({
  Id: row.id,
  CustomerId: row.customer_id,
  CustomerName: row.customer_name,
  InstanceId: null,
  ProductName: row.product_name,
  Name: row.name,
  VendorName: row.vendor_name,
  Kind: row.kind,
  Text: differenceWords({ ...row, vendor: row.vendor_name }),
  ...sidesOf(row),
  State: row.state as (typeof differenceStates)[number],
  Since: row.since.toISOString(),
  PerMonth: null,
  DecidedBy: row.decided_by,
  Note: row.note,
  Cures: [...curesOf[row.kind]],
});

function sidesOf(row: AnyDifferenceRow | DifferenceRow) {
  const [Ours, Theirs] = differenceSides(row);
  return { Ours, Theirs };
}

const toPricedWire = (row: DifferenceRow, priced: boolean) => ({
  ...toWire(row),
  InstanceId: row.instance_id,
  PerMonth: priced ? toWireMoney(costOfMonth({ ...row, unitCost: row.unit_cost }, row)) : null,
});

const pageTo = <T extends AnyDifferenceRow | DifferenceRow>(rows: T[]) =>
  pageOf(rows, pageSize, (last) => ({ since: last.since.toISOString(), id: last.id }));

async function totalsFor(db: Db, actor: TenantActor) {
  const rows = await listUnsettled(db, actor);
  const months = rows.map((row) => costOfMonth({ ...row, unitCost: row.unit_cost }, row));
  const total = (of: (minor: bigint) => boolean) =>
    seesPrices(actor)
      ? toWireMoney(
          absolute(
            sum(
              months.filter(({ minor }) => of(minor)),
              actor.currency,
            ),
          ),
        )
      : null;
  return {
    Open: rows.filter(({ state }) => state === "open").length,
    NotCharged: total((minor) => minor > 0n),
    TooMuch: total((minor) => minor < 0n),
  };
}

const absolute = (amount: Money): Money => (amount.minor < 0n ? negate(amount) : amount);

export const differencesRoutes = [
  answer(differences.list, async ({ db, actor }, { query }) => {
    const rows = await listDifferences(db, actor, readCursor(query.After, ["since", "id"]));
    const { page, next } = pageTo(rows);
    const Totals = query.After === undefined ? await totalsFor(db, actor) : null;
    return { Items: page.map((row) => toPricedWire(row, seesPrices(actor))), Next: next, Totals };
  }),
  answer(differences.propose, async (context, { params }) => {
    const { taken, hash, row } = await workOutTaking(context, params.differenceId);
    return {
      Hash: hash,
      Charges: taken.chargeRows.map((each) => ({
        Description: each.description,
        From: each.periodFrom,
        Until: each.periodUntil,
        Quantity: each.quantity,
        Amount: toWireMoney(each.amount),
      })),
      Total: toWireMoney(
        sum(
          taken.chargeRows.map(({ amount }) => amount),
          row.currency,
        ),
      ),
    };
  }),
  answer(differences.settle, (doing, { params, body }) => settleDifference(doing, params.differenceId, body)),
  answer(everyDifference.list, async ({ db }, { query }) => {
    const { page, next } = pageTo(await listEveryDifference(db, readCursor(query.After, ["since", "id"])));
    return {
      Items: page.map((row) => ({ ...toWire(row), Cures: ["accept" as const], ResellerName: row.reseller_name })),
      Next: next,
    };
  }),
  answer(everyDifference.accept, (doing, { params, body }) => acceptDifference(doing, params.differenceId, body.Note)),
];
