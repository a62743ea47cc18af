import { answersInWords } from "@tradewind/contract/ordering/attribute-words.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import type { Db } from "../../platform/db.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { detailsInWords } from "../forms/details-words.reads.ts";
import { askedOfLine } from "../journeys/line-attributes.reads.ts";
import { listPeopleOfOrders } from "../assignments/assignments.store.ts";
import { goodsOfOrders } from "../goods/goods.reads.ts";
import { dueOfLine, fieldsOfResource } from "../resources/made-resources.reads.ts";
import { listWantedOfLines } from "../resources/resources.store.ts";
import { listHistoryOfWork, listSteps } from "./work-sharing.store.ts";
import { findWorkItem, type WorkRow } from "./work.store.ts";

/** Converts work with what its lines ask and want made. */
export async function toWire(db: Db, vendors: Vendors, rows: readonly WorkRow[]) {
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
    AssigneeId: row.assignee_id,
    ProductName: row.product_name,
    Due: row.due_on,
    StepsLeft: row.steps_left,
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
          .filter(({ make, end, reserved }) => make + end + reserved.length > 0)
          .map(({ spec, make, end, standing, reserved }) => ({
            Kind: spec.kind,
            Label: spec.label,
            Make: make,
            Optional: spec.optional ?? false,
            End: end,
            Fields: fieldsOfResource(spec),
            Reserved: reserved,
            Standing: standing.map(({ id, text }) => ({ Id: id, Text: text })),
          })),
      };
    }),
    Delivery: row.delivery?.Description ?? null,
    Details: detailsInWords(vendors.questionsOf(row.product_id), { ...row.task.details, ...row.details }),
  }));
}

/** Draws one piece of work with its steps and what happened to it. */
export async function drawWork(db: Db, vendors: Vendors, workItemId: string) {
  const row = orNotFound(await findWorkItem(db, workItemId));
  const [[item], steps, history] = await Promise.all([
    toWire(db, vendors, [row]),
    listSteps(db, row),
    listHistoryOfWork(db, row),
  ]);
  return {
    ...item!,
    Steps: steps.map((step) => ({
      Position: step.position,
      Text: step.text,
      TickedBy: step.ticked_by,
      TickedAt: step.ticked_at?.toISOString() ?? null,
    })),
    History: history.map(({ id, at, who, kind, what, more }) => ({
      Id: id,
      At: at.toISOString(),
      Who: who,
      Kind: kind,
      What: what,
      More: more,
    })),
  };
}
