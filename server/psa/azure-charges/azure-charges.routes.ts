import { monolithPsa, psa } from "@tradewind/contract/psa/psa.ts";
import type { ReportKind } from "@tradewind/domain/psa/azure-charges.ts";
import { psaSyncStatusOf } from "@tradewind/domain/psa/sync.ts";
import { addDays, monthOf } from "@tradewind/domain/values/dates.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { findSync } from "../sync/sync.store.ts";
import { changeReport, mustSeePrices, refreshCharges, sendCharges } from "./azure-charges.actions.ts";
import { readCharges } from "./azure-charges.reads.ts";
import { listMonths } from "./azure-charges.store.ts";

/** What the old monolith has no implementation for. */
const notInMonolith = () => {
  throw new AppError("psaNewServiceOnly");
};

export const azureChargesRoutes = [
  answer(psa.azureCharges, async ({ db, actor, platform }, { query }) => {
    mustSeePrices(actor);
    const connection = await mustBeOn(db, actor);
    const { from, until } = monthOf(query.date);
    const asked = { connection, month: from, today: platform.clock.today() };
    const results = (await readCharges(db, asked)).map(({ wire }) => wire);
    return {
      response: {
        results,
        reportStartDate: from,
        reportEndDate: addDays(until, -1),
        azureReport: connection.azure_report as ReportKind,
      },
      synchronization: { status: psaSyncStatusOf((await findSync(db, actor.resellerId, "azureReport"))?.state) },
    };
  }),
  answer(psa.azureChargeRanges, async ({ db, actor }) => {
    const { source } = await mustBeOn(db, actor);
    return { response: await listMonths(db, { resellerId: actor.resellerId, source }) };
  }),
  answer(psa.refreshAzureCharges, async (doing, { body }) => ({
    kind: "azureReport" as const,
    status: await refreshCharges(doing, body.date),
  })),
  answer(psa.updateAzureCharge, (doing, { body: { charge, ...rest } }) =>
    sendCharges(doing, { ...rest, charges: [charge] }),
  ),
  answer(psa.updateAzureCharges, (doing, { body }) => sendCharges(doing, body)),
  answer(psa.changeAzureReport, async (doing, { body }) => ({
    azureReport: await changeReport(doing, body.azureReport),
  })),
  answer(monolithPsa.azureCharges, notInMonolith),
  answer(monolithPsa.azureChargeRanges, notInMonolith),
  answer(monolithPsa.refreshAzureCharges, notInMonolith),
  answer(monolithPsa.updateAzureCharge, notInMonolith),
  answer(monolithPsa.updateAzureCharges, notInMonolith),
  answer(monolithPsa.changeAzureReport, notInMonolith),
];
