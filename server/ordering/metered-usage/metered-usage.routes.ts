import { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import { daysOf, totalOf } from "@tradewind/domain/ordering/metered-usage.ts";
import { rateUsage, type UsedMonth } from "@tradewind/domain/pricing/usage.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { findService } from "../instances/instances.store.ts";
import { listReportedMonths, listUsageOfInstance, type ReportedMonth } from "./metered-usage.store.ts";

/** Months shown before the running one. */
const monthsBefore = 11;

/** Whether the reader sees prices, and is of the reseller: its documents are nothing to its customers. */
type Reader = { priced: boolean; isReseller: boolean };

type MeasuredLine = Awaited<ReturnType<typeof listUsageOfInstance>>[number];

/** A meter in a month: what was measured day by day, and what the vendor reported at its end; at least one of them. */
function toMeter(lines: readonly MeasuredLine[], reported: ReportedMonth | undefined, reader: Reader) {
  const { subscription_id, name, meter, meters } = reported ?? lines[0]!;
  const known = meters.find((each) => each.meter === meter);
  const total = known?.total ?? "sum";
  const measured = lines.length === 0 ? "0" : totalOf(lines, total);
  return {
    SubscriptionId: subscription_id,
    SubscriptionName: name,
    Meter: meter,
    Name: known?.name ?? meter,
    Unit: known?.unit ?? "",
    Total: reported?.used ?? measured,
    Price: known?.policy === undefined ? null : toPrice(lines, reported, measured, reader),
    Days: daysOf(lines, total).map(({ day, quantity }) => ({ Day: day, Quantity: quantity })),
  };
}

function toPrice(
  lines: readonly MeasuredLine[],
  reported: ReportedMonth | undefined,
  used: string,
  { priced, isReseller }: Reader,
) {
  const month: UsedMonth = reported
    ? { used: reported.used, included: reported.included, unitCost: reported.unit_cost, currency: reported.currency }
    : {
        used,
        included: String(lines[0]!.licences),
        unitCost: lines[0]!.unit_cost,
        currency: lines[0]!.currency,
      };
  const { quantity, amount } = rateUsage(month);
  return {
    Licences: month.included,
    Quantity: quantity,
    UnitCost: priced ? month.unitCost : null,
    Amount: priced ? { Minor: String(reported?.amount ?? amount.minor), Currency: month.currency } : null,
    ReportedAt: reported?.reported_at.toISOString() ?? null,
    Corrections: (reported?.revision ?? 1) - 1,
    Documents: isReseller ? (reported?.documents ?? []) : [],
  };
}

const keyOf = ({ name, meter, subscription_id: id }: MeasuredLine | ReportedMonth) => `${name} ${meter} ${id}`;

export const meteredUsageRoutes = [
  answer(meteredUsage.ofService, async ({ actor, db, today }, { params }) => {
    const service = orNotFound(await findService(db, actor, params.instanceId));
    const since = addMonths(`${today.slice(0, 8)}01`, -monthsBefore);
    const lines = await listUsageOfInstance(db, actor.resellerId, service.id, since);
    const reports = await listReportedMonths(db, actor.resellerId, service.id, since);
    const months = Map.groupBy([...lines, ...reports], ({ month }) => month);
    return {
      Months: [...months]
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([Month, ofMonth]) => ({
          Month,
          Meters: [...Map.groupBy(ofMonth, keyOf)]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([, rows]) =>
              toMeter(
                rows.filter((row) => "day" in row),
                rows.find((row) => "used" in row),
                { priced: seesPrices(actor), isReseller: actor.customerId === null },
              ),
            ),
        })),
    };
  }),
];
