import { writeOffs, type WriteOff } from "@tradewind/contract/billing/write-offs.ts";
import { vatWithin } from "@tradewind/domain/billing/write-offs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { approve, enter, refuse, takeBack } from "./write-offs.actions.ts";
import { listWriteOffs, pageSize, streamWriteOffs, type WriteOffRow } from "./write-offs.store.ts";

const toWriteOff = (row: WriteOffRow, { personId }: OperatorActor): WriteOff => ({
  Id: row.id,
  ResellerId: row.reseller_id,
  Reseller: row.reseller,
  InvoiceId: row.invoice_id,
  Number: row.number,
  DueOn: row.due_on,
  Kind: row.kind,
  State: row.state,
  Amount: { Minor: String(row.amount_minor), Currency: row.currency },
  Vat: {
    Minor: String(vatWithin(row.amount_minor, { gross: row.gross_minor, vat: row.vat_minor })),
    Currency: row.currency,
  },
  Reason: row.reason,
  EnteredBy: row.entered_by,
  EnteredAt: row.entered_at.toISOString(),
  DecidedBy: row.decided_by,
  DecidedAt: row.decided_at?.toISOString() ?? null,
  TakenBackBy: row.taken_back_by,
  TakenBackAt: row.taken_back_at?.toISOString() ?? null,
  MayApprove: row.state === "waiting" && row.entered_by_id !== personId,
});

export const writeOffsRoutes = [
  answer(writeOffs.list, async ({ actor, db }, { query }) => {
    const { After, ...asked } = query;
    const rows = await listWriteOffs(db, asked, readCursor(After, ["id"])?.id);
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return { Items: page.map((row) => toWriteOff(row, actor)), Next: next };
  }),
  answer(writeOffs.csv, ({ today, platform }, { query }) => ({
    file: () => streamWriteOffs(platform.exports, query),
    name: `write-offs-${today}.csv`,
  })),
  answer(writeOffs.enter, async (doing, { params, body }) =>
    toWriteOff(await enter(doing, params.resellerId, body), doing.actor),
  ),
  answer(writeOffs.approve, async (doing, { params }) =>
    toWriteOff(await approve(doing, params.writeOffId), doing.actor),
  ),
  answer(writeOffs.refuse, async (doing, { params }) =>
    toWriteOff(await refuse(doing, params.writeOffId), doing.actor),
  ),
  answer(writeOffs.takeBack, async (doing, { params }) =>
    toWriteOff(await takeBack(doing, params.writeOffId), doing.actor),
  ),
];
