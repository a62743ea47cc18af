import { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { approveCode, issueCode, withdrawCode } from "./credit-codes.actions.ts";
import { listCodes, pageSize } from "./credit-codes.store.ts";

export const creditCodesRoutes = [
  answer(creditCodes.list, async ({ actor, db, today }, { query }) => {
    const rows = await listCodes(db, today, query.State, readCursor(query.After, ["id"])?.id);
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return {
      Items: page.map((row) => ({
        Id: row.id,
        Hint: row.hint,
        Amount: { Minor: String(row.amount_minor), Currency: row.currency },
        State: row.state,
        OnlyFor: row.only_for,
        ValidUntil: row.valid_until,
        Reason: row.reason,
        IssuedBy: row.issued_by,
        IssuedAt: row.issued_at.toISOString(),
        ApprovedBy: row.approved_by,
        RedeemedBy: row.redeemed_by,
        RedeemedAt: row.redeemed_at?.toISOString() ?? null,
        WithdrawnBy: row.withdrawn_by,
        MayApprove: row.state === "waiting" && row.issued_by_id !== actor.personId,
      })),
      Next: next,
    };
  }),
  answer(creditCodes.issue, (doing, { body }) => issueCode(doing, body)),
  answer(creditCodes.approve, async (doing, { params }) => {
    await approveCode(doing, params.creditCodeId);
    return {};
  }),
  answer(creditCodes.withdraw, async (doing, { params }) => {
    await withdrawCode(doing, params.creditCodeId);
    return {};
  }),
];
