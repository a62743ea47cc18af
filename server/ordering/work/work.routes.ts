import { work } from "@tradewind/contract/ordering/work.ts";
import { answer } from "../../platform/http.ts";
import { moveWork } from "./work.actions.ts";
import { listWork, type WorkRow } from "./work.store.ts";

const toWire = (row: WorkRow) => {
  const task = row.task;
  return {
    Id: row.id,
    ResellerName: row.reseller_name,
    CustomerName: row.customer_name,
    Title: row.title,
    Status: row.status,
    Note: row.note,
    Assignee: row.assignee,
    EstimatedCompletion: row.estimated_completion,
    Created: row.created_at.toISOString(),
    Lines: task.lines.map((line) => ({ Name: line.name, Quantity: line.quantity })),
    Details: task.details,
  };
};

export const workRoutes = [
  answer(work.list, async ({ db }, { query }) => ({
    Items: (await listWork(db, query.Status === "finished")).map(toWire),
  })),
  answer(work.start, async (doing, { params, body }) =>
    toWire(
      await moveWork(doing, params.workItemId, {
        status: "working",
        note: body.Note ?? null,
        what: "Took on",
        ...(body.EstimatedCompletion === undefined ? {} : { estimatedCompletion: body.EstimatedCompletion }),
      }),
    ),
  ),
  answer(work.complete, async (doing, { params, body }) =>
    toWire(await moveWork(doing, params.workItemId, { status: "done", note: body.Note ?? null, what: "Completed" })),
  ),
  answer(work.reject, async (doing, { params, body }) =>
    toWire(await moveWork(doing, params.workItemId, { status: "failed", note: body.Note, what: "Rejected" })),
  ),
];
