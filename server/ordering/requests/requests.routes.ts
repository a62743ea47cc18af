import { requests } from "@tradewind/contract/ordering/requests.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { approveRequest, askFor, refuseRequest, withdrawRequest } from "./requests.actions.ts";
import { readRequest, toItem } from "./requests.reads.ts";
import { countWaiting, listRequests, pageSize } from "./requests.store.ts";

export const requestsRoutes = [
  answer(requests.list, async ({ db, actor, today }, { query }) => {
    const after = readCursor(query.After, ["id"])?.id;
    const [rows, waiting] = await Promise.all([
      listRequests(db, actor, { open: query.Shown === "open", today }, after),
      countWaiting(db, actor, today),
    ]);
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return { Items: page.map((row) => toItem(row, actor, today)), Waiting: waiting.count, Next: next };
  }),
  answer(requests.byId, (asking, { params }) => readRequest(asking, params.requestId)),
  answer(requests.ask, (doing, { body }) => askFor(doing, body)),
  answer(requests.approve, (doing, { params, body }) => approveRequest(doing, params.requestId, body.ProposalHash)),
  answer(requests.refuse, async (doing, { params, body }) => {
    await refuseRequest(doing, params.requestId, body.Reason);
    return {};
  }),
  answer(requests.withdraw, async (doing, { params }) => {
    await withdrawRequest(doing, params.requestId);
    return {};
  }),
];
