import { differences, type differenceStates, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { costOfMonth } from "@tradewind/domain/ordering/differences.ts";
import { sum } from "@tradewind/domain/values/money.ts";
import { seesPrices } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { acceptDifference, curesOf, settleDifference, workOutTaking } from "./differences.actions.ts";
import {
  listDifferences,
  listEveryDifference,
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
  State: row.state as (typeof differenceStates)[number],
  Since: row.since.toISOString(),
  PerMonth: null,
  DecidedBy: row.decided_by,
  Note: row.note,
  Cures: [...curesOf[row.kind]],
});

const toPricedWire = (row: DifferenceRow, priced: boolean) => ({
  ...toWire(row),
  InstanceId: row.instance_id,
  PerMonth: priced ? toWireMoney(costOfMonth({ ...row, unitCost: row.unit_cost }, row)) : null,
});

const pageTo = <T extends AnyDifferenceRow | DifferenceRow>(rows: T[]) =>
  pageOf(rows, pageSize, (last) => ({ since: last.since.toISOString(), id: last.id }));

export const differencesRoutes = [
  answer(differences.list, async ({ db, actor }, { query }) => {
    const rows = await listDifferences(db, actor, readCursor(query.After, ["since", "id"]));
    const { page, next } = pageTo(rows);
    return { Items: page.map((row) => toPricedWire(row, seesPrices(actor))), Next: next };
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
