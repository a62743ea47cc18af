import { answersInWords } from "@tradewind/contract/ordering/attribute-words.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { Db } from "../../platform/db.ts";
import { answer, type Doing } from "../../platform/http.ts";
import type { Vendors } from "../../platform/vendors.ts";
import type { Actor } from "../../platform/actor.ts";
import { detailsInWords } from "../forms/details-words.reads.ts";
import { askedOfLine } from "../journeys/line-attributes.reads.ts";
import { listPeopleOfOrders } from "../assignments/assignments.store.ts";
import { goodsOfOrders } from "../goods/goods.reads.ts";
import { dueOfLine, fieldsOfResource } from "../resources/made-resources.reads.ts";
import { listWantedOfLines } from "../resources/resources.store.ts";
import { dispatchPart, moveWork } from "./work.actions.ts";
import { listWork, type WorkRow } from "./work.store.ts";

/** Converts work with what its lines ask and want made. */
async function toWire(db: Db, vendors: Vendors, rows: readonly WorkRow[]) {
  const wanted = new Map(
    (await listWantedOfLines(db, rows)).map((each) => [`${each.order_id} ${each.subscription_id}`, each]),
  );
  const goods = await goodsOfOrders(db, rows);
  const ofPeople = rows.filter(({ task }) => task.kind === "assign" || task.kind === "change");
  const people = Map.groupBy(
    ofPeople.length > 0 ? await listPeopleOfOrders(db, ofPeople) : [],
    (each) => `${each.order_id} ${each.subscription_id}`,
  );
  return rows.map((row) => ({
    Id: row.id,
    ResellerName: row.reseller_name,
    CustomerName: row.customer_name,
    Title: row.title,
    OrderNumber: orderNumber(row.order_id),
    Status: row.status,
    Note: row.note,
    Assignee: row.assignee,
    EstimatedCompletion: row.estimated_completion,
    Created: row.created_at.toISOString(),
    Lines: row.task.lines.map((line) => {
      const own = wanted.get(`${row.order_id} ${line.key}`);
      const isOpen = row.status === "queued" || row.status === "working";
      return {
        Key: line.key,
        Name: line.name,
        Quantity: line.quantity,
        Attributes: own
          ? answersInWords(
              askedOfLine(own.offer_attributes).map(({ field }) => field),
              own.attributes,
            )
          : [],
        People: (people.get(`${row.order_id} ${line.key}`) ?? []).map((each) => ({
          Name: each.name,
          Email: each.email,
          Gets: each.gets,
        })),
        Goods: goods(row.order_id, line.key),
        Resources: (own && isOpen ? dueOfLine(own, row.task.kind, line.quantity) : [])
          .filter(({ make, end }) => make + end > 0)
          .map(({ spec, make, end, standing }) => ({
            Kind: spec.kind,
            Label: spec.label,
            Make: make,
            Optional: spec.optional ?? false,
            End: end,
            Fields: fieldsOfResource(spec),
            Standing: standing.map(({ id, text }) => ({ Id: id, Text: text })),
          })),
      };
    }),
    Details: detailsInWords(vendors.questionsOf(row.product_id), row.task.details),
  }));
}

const oneToWire = async ({ tx, platform }: Pick<Doing<Actor>, "tx" | "platform">, row: WorkRow) =>
  (await toWire(tx, platform.vendors, [row]))[0]!;

export const workRoutes = [
  answer(work.list, async ({ db, platform }, { query }) => ({
    Items: await toWire(db, platform.vendors, await listWork(db, query.Status === "finished")),
  })),
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
