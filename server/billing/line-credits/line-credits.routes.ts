import { lineCredits, type CreditableLine, type LineCredit } from "@tradewind/contract/billing/line-credits.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { approve, enter, refuse } from "./line-credits.actions.ts";
import { findReseller } from "../debtors/debtor.store.ts";
import {
  findInvoice,
  listCreditable,
  listInvoices,
  listLineCredits,
  pageSize,
  type CreditableRow,
  type LineCreditRow,
} from "./line-credits.store.ts";

const moneyIn = (Currency: Currency) => (minor: bigint) => ({ Minor: String(minor), Currency });

function toLineCredit(row: LineCreditRow, { personId }: OperatorActor): LineCredit {
  const amount = moneyIn(row.currency);
  return {
    Id: row.id,
    ResellerId: row.reseller_id,
    Reseller: row.reseller,
    InvoiceId: row.invoice_id,
    Number: row.number,
    MemoNumber: row.memo_number,
    State: row.state,
    Reason: row.reason,
    Words: row.words,
    Net: amount(row.net_minor),
    Vat: amount(row.vat_minor),
    Gross: amount(row.net_minor + row.vat_minor),
    Lines: row.lines,
    EnteredBy: row.entered_by,
    EnteredAt: row.entered_at.toISOString(),
    DecidedBy: row.decided_by,
    DecidedAt: row.decided_at?.toISOString() ?? null,
    MayApprove: row.state === "waiting" && row.entered_by_id !== personId,
  };
}

function toCreditable(row: CreditableRow, currency: Currency): CreditableLine {
  const amount = moneyIn(currency);
  return {
    Id: row.charge_id,
    CustomerName: row.customer_name,
    ProductName: row.product_name,
    Description: row.description,
    PeriodFrom: row.period_from,
    PeriodUntil: row.period_until,
    Net: amount(row.net_minor),
    VatCategory: row.vat_category,
    VatPercent: row.vat_percent,
    Left: amount(row.left),
  };
}

export const lineCreditsRoutes = [
  answer(lineCredits.list, async ({ db, actor }, { query }) => {
    const rows = await listLineCredits(db, query, readCursor(query.After, ["id"])?.id);
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return { Items: page.map((row) => toLineCredit(row, actor)), Next: next };
  }),
  answer(lineCredits.invoices, async ({ db }, { params }) => {
    orNotFound(await findReseller(db, params.resellerId));
    return {
      Items: (await listInvoices(db, params.resellerId)).map(({ id, number, issued_on, currency, gross, open }) => ({
        Id: id,
        Number: number,
        IssuedOn: issued_on,
        Gross: moneyIn(currency)(gross),
        Open: moneyIn(currency)(open),
      })),
    };
  }),
  answer(lineCredits.lines, async ({ db }, { params, query }) => {
    const { currency, number, issued_on } = orNotFound(await findInvoice(db, params.resellerId, params.invoiceId));
    const after = readCursor(query.After, ["position"])?.position;
    const rows = await listCreditable(db, params, { search: query.Search, after });
    const { page, next } = pageOf(rows, pageSize, ({ position }) => ({ position: String(position) }));
    return {
      Number: number,
      IssuedOn: issued_on,
      Items: page.map((row) => toCreditable(row, currency)),
      Next: next,
    };
  }),
  answer(lineCredits.enter, async (doing, { params, body }) =>
    toLineCredit(await enter(doing, params, body), doing.actor),
  ),
  answer(lineCredits.approve, async (doing, { params }) =>
    toLineCredit(await approve(doing, params.lineCreditId), doing.actor),
  ),
  answer(lineCredits.refuse, async (doing, { params }) =>
    toLineCredit(await refuse(doing, params.lineCreditId), doing.actor),
  ),
];
