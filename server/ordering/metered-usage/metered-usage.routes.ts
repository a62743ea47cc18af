import { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import { daysOf, totalOf } from "@tradewind/domain/ordering/metered-usage.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { findService } from "../instances/instances.store.ts";
import { listUsageOfInstance } from "./metered-usage.store.ts";

/** Months shown before the running one. */
const monthsBefore = 11;

export const meteredUsageRoutes = [
  answer(meteredUsage.ofService, async ({ actor, db, today }, { params }) => {
    const service = orNotFound(await findService(db, actor, params.instanceId));
    const since = addMonths(`${today.slice(0, 8)}01`, -monthsBefore);
    const rows = await listUsageOfInstance(db, actor.resellerId, service.id, since);
    const months = Map.groupBy(rows, ({ month }) => month);
    return {
      Months: [...months]
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([Month, ofMonth]) => ({
          Month,
          Meters: [...Map.groupBy(ofMonth, (row) => `${row.name} ${row.meter} ${row.subscription_id}`)]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([, lines]) => {
              const { subscription_id, name, meter, meters } = lines[0]!;
              const known = meters.find((each) => each.meter === meter);
              const total = known?.total ?? "sum";
              return {
                SubscriptionId: subscription_id,
                SubscriptionName: name,
                Meter: meter,
                Name: known?.name ?? meter,
                Unit: known?.unit ?? "",
                Total: totalOf(lines, total),
                Days: daysOf(lines, total).map(({ day, quantity }) => ({ Day: day, Quantity: quantity })),
              };
            }),
        })),
    };
  }),
];
