import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { synchronised } from "../sync/sync.reads.ts";
import { updateMovement } from "./movement.actions.ts";
import { movementReport } from "./movement.reads.ts";
import { listMovedMonths, streamMovements } from "./movement.store.ts";

const routesOf = (calls: PsaCalls) => [
  answer(calls.productMovement, (context, { query }) =>
    synchronised(context, "productMovement", (scope) =>
      movementReport(context.db, scope, {
        date: query.date,
        today: context.platform.clock.today(),
        isPriced: seesPrices(context.actor),
      }),
    ),
  ),
  answer(calls.updateProductMovement, (doing, { body }) => updateMovement(doing, body)),
];

/** What the old monolith has no implementation for. */
const notInMonolith = () => {
  throw new AppError("psaNewServiceOnly");
};

export const movementRoutes = [
  ...routesOf(psa),
  ...routesOf(monolithPsa),
  answer(psa.dateRange, async ({ db, actor, platform }) => {
    await mustBeOn(db, actor);
    return { response: await listMovedMonths(db, actor.resellerId, platform.clock.today()) };
  }),
  answer(psa.productMovementCsv, async ({ db, actor, platform }, { query }) => {
    const { source } = await mustBeOn(db, actor);
    const scope = { resellerId: actor.resellerId, source };
    const period = monthOf(query.date);
    return {
      file: () => streamMovements(platform.exports, actor, scope, period, platform.clock.today()),
      name: `product movement ${period.from.slice(0, 7)}.csv`,
    };
  }),
  answer(monolithPsa.dateRange, notInMonolith),
  answer(monolithPsa.productMovementCsv, notInMonolith),
];
