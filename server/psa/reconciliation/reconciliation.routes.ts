import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { synchronised } from "../sync/sync.reads.ts";
import { ignoreSalesOrders, updateReconciliation } from "./reconciliation.actions.ts";
import { readReport, reconciliationFile } from "./reconciliation.reads.ts";

const routesOf = (calls: PsaCalls) => [
  answer(calls.reconciliation, (context, { query }) =>
    synchronised(context, "reconciliation", ({ source }) => readReport(context, source, query.date)),
  ),
  answer(calls.updateReconciliation, (doing, { body }) => updateReconciliation(doing, body)),
];

/** What the old monolith has no implementation for. */
const notInMonolith = () => {
  throw new AppError("psaNewServiceOnly");
};

export const reconciliationRoutes = [
  ...routesOf(psa),
  ...routesOf(monolithPsa),
  answer(psa.ignoreSalesOrders, (doing, { body }) => ignoreSalesOrders(doing, body)),
  answer(psa.reconciliationCsv, (context, { query }) => reconciliationFile(context, query.date)),
  answer(monolithPsa.ignoreSalesOrders, notInMonolith),
  answer(monolithPsa.reconciliationCsv, notInMonolith),
];
