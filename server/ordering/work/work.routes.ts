import { work } from "@tradewind/contract/ordering/work.ts";
import type { Actor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer, type Doing } from "../../platform/http.ts";
import { drawWork, toWire } from "./work-wire.reads.ts";
import { dispatchPart, moveWork } from "./work.actions.ts";
import { listWork, workPageSize, type WorkRow } from "./work.store.ts";

const oneToWire = async ({ tx, platform }: Pick<Doing<Actor>, "tx" | "platform">, row: WorkRow) =>
  (await toWire(tx, platform.vendors, [row]))[0]!;

export const workRoutes = [
  answer(work.list, async ({ actor, db, platform, today }, { query }) => {
    const filter = {
      finished: query.Status === "finished",
      sort: query.Sort,
      personId: query.Whose === "me" ? actor.personId : query.Whose === "nobody" ? null : query.PersonId,
      dueBefore: query.Due && today,
      productId: query.ProductId,
      resellerId: query.ResellerId,
      search: query.Search,
    };
    const rows = await listWork(db, filter, readCursor(query.After, ["due", "at", "id"]));
    const { page, next } = pageOf(rows, workPageSize, (last) => ({
      due: last.due_on,
      at: (filter.finished ? last.finished_at! : last.created_at).toISOString(),
      id: last.id,
    }));
    return { Items: await toWire(db, platform.vendors, page), Next: next };
  }),
  answer(work.byId, ({ db, platform }, { params }) => drawWork(db, platform.vendors, params.workItemId)),
  answer(work.start, async (doing, { params, body }) =>
    oneToWire(
      doing,
      await moveWork(doing, params.workItemId, {
        status: "working",
        note: body.Note ?? null,
        what: "Took on",
        ...(body.EstimatedCompletion === undefined ? {} : { estimatedCompletion: body.EstimatedCompletion }),
      }),
    ),
  ),
  answer(work.complete, async (doing, { params, body: { Note, ...results } }) =>
    oneToWire(
      doing,
      await moveWork(doing, params.workItemId, { status: "done", note: Note ?? null, what: "Completed", results }),
    ),
  ),
  answer(work.dispatch, async (doing, { params, body: { Carrier, Tracking, Lines, ...results } }) =>
    oneToWire(
      doing,
      await dispatchPart(doing, params.workItemId, {
        carrier: Carrier,
        tracking: Tracking || null,
        lines: Lines,
        results,
      }),
    ),
  ),
  answer(work.reject, async (doing, { params, body }) =>
    oneToWire(doing, await moveWork(doing, params.workItemId, { status: "failed", note: body.Note, what: "Rejected" })),
  ),
];
