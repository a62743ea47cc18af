import { numberStock, type NumberRange } from "@tradewind/contract/ordering/number-stock.ts";
import { blockWords } from "@tradewind/domain/ordering/resources.ts";
import { answer } from "../../platform/http.ts";
import { addRange, withdrawRange } from "./number-stock.actions.ts";
import { listRanges, type RangeRow } from "./number-stock.store.ts";

function toWire({ id, area_code, first, after, held, resting }: RangeRow): NumberRange {
  const [from, until] = [BigInt(first), BigInt(after)];
  const Count = Number(until - from);
  return {
    Id: id,
    AreaCode: area_code,
    Numbers: blockWords({ from, until }),
    Count,
    Free: Count - held - resting,
    Held: held,
    Resting: resting,
  };
}

export const numberStockRoutes = [
  answer(numberStock.list, async ({ db, now }) => ({ Items: (await listRanges(db, now)).map((row) => toWire(row)) })),
  answer(numberStock.add, async (doing, { body }) => toWire(await addRange(doing, body))),
  answer(numberStock.withdraw, (doing, { params }) => withdrawRange(doing, params.numberRangeId)),
];
