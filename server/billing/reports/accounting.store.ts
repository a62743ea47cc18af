import {
  accountingDays,
  taxCodes,
  usualAccounts,
  type AccountingOptions,
  type AccountingSystem,
} from "@tradewind/domain/billing/accounting-exports.ts";
import { sql, type RawBuilder } from "kysely";
import { boundsOf, type Bounded } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";

type Asked = { options: AccountingOptions; today: string };

const amount = (value: RawBuilder<unknown>) => sql`to_char(${value} / 100.0, 'FM9999999999990.00')`;
const day = (column: string) => sql`to_char(${sql.ref(column)}, 'DD/MM/YYYY')`;

/**
 * What each document bills by product and rate, the oldest document first. VAT is rounded once per document and rate, so
 * each product has what it adds to the rounded sum: they come to the VAT of the document to the penny.
 */
function purchases({ resellerId }: Bounded, system: AccountingSystem, { options, today }: Asked) {
  const { from, until } = accountingDays(options, today);
  // An export inlines its values, and would inline the word null.
  const supplier = options.Supplier === undefined ? sql`i.seller->>'name'` : sql`${options.Supplier}::text`;
  const codes = JSON.stringify(taxCodes.filter((each) => each.system === system));
  return sql`(
    select i.*, s.product_id, s.product_name, s.vat_percent, s.net_minor as net, s.quantity, csv_text(${supplier}) as supplier,
      csv_text(${options.Account ?? usualAccounts[system]}::text) as account, replace(t.code, '{percent}', trim_scale(s.vat_percent)::text) as tax_code,
      (round(sum(s.net_minor) over upto * s.vat_percent * 0.01) - round((sum(s.net_minor) over upto - s.net_minor) * s.vat_percent * 0.01))::bigint as vat
    from (select * from invoices where reseller_id = ${resellerId} and issued_on between ${from}::date and ${until}::date) i
      cross join lateral (select * from invoice_sums s where s.reseller_id = i.reseller_id and s.invoice_id = i.id offset 0) s
      cross join lateral (
        select code from jsonb_to_recordset(${codes}::jsonb) as c (category text, percent numeric, code text)
        where c.category = i.vat_category and (c.percent is null or c.percent = s.vat_percent) order by c.percent nulls last limit 1) t
    window upto as (partition by i.id, s.vat_percent order by s.product_id rows unbounded preceding)
  )`;
}
const inOrder = sql`order by p.issued_on, p.number, p.vat_percent desc, p.product_id`;

/** Streams bills for Xero, by its template; a credit memo is a bill of negative amounts there. */
export const streamForXero = (exports: Exports, actor: Bounded, asked: Asked): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select supplier as "*ContactName", null as "EmailAddress", null as "POAddressLine1", null as "POAddressLine2", null as "POAddressLine3",
        null as "POAddressLine4", null as "POCity", null as "PORegion", null as "POPostalCode", null as "POCountry", number as "*InvoiceNumber",
        ${day("issued_on")} as "*InvoiceDate", ${day("due_on")} as "*DueDate", ${amount(sql`gross_minor`)} as "Total", null as "InventoryItemCode",
        csv_text(product_name) as "Description", 1 as "*Quantity", ${amount(sql`net`)} as "*UnitAmount", account as "*AccountCode", tax_code as "*TaxType",
        ${amount(sql`vat`)} as "TaxAmount", null as "TrackingName1", null as "TrackingOption1", null as "TrackingName2", null as "TrackingOption2", currency as "Currency"
      from ${purchases(actor, "xero", asked)} p ${inOrder}`,
  );

/** Streams what goes into the audit trail of Sage 50, which takes no negative amounts: what gives back is a credit there. */
export const streamForSage = (exports: Exports, actor: Bounded, asked: Asked): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select case when net < 0 then 'PC' else 'PI' end as "Type", upper(left(regexp_replace(supplier, '[^A-Za-z0-9]', '', 'g'), 8)) as "Account Reference",
        account as "Nominal A/C Ref", 0 as "Department Code", ${day("issued_on")} as "Date", number as "Reference", csv_text(left(product_name, 60)) as "Details",
        ${amount(sql`abs(net)`)} as "Net Amount", tax_code as "Tax Code", ${amount(sql`vat * case when net < 0 then -1 else 1 end`)} as "Tax Amount",
        trim_scale(units_per_pound) as "Exchange Rate", currency as "Extra Reference"
      from ${purchases(actor, "sage", asked)} p ${inOrder}`,
  );

/** Streams bills for QuickBooks Online, or its supplier credits, which it imports apart and as positive amounts. */
export const streamForQuickBooks =
  (kind: "invoice" | "creditMemo") =>
  (exports: Exports, actor: Bounded, asked: Asked): Promise<Download> => {
    const sign = sql.lit(kind === "invoice" ? 1 : -1);
    const [number, date] = kind === "invoice" ? ["*BillNo", "*BillDate"] : ["*CreditNo", "*CreditDate"];
    return exports.stream(
      boundsOf(actor),
      () => sql`
        select number as ${sql.id(number)}, supplier as "*Supplier", ${day("issued_on")} as ${sql.id(date)}, ${day("due_on")} as "*DueDate", null as "Terms", null as "Location",
          'For ' || to_char(period_from, 'DD/MM/YYYY') || ' to ' || to_char(period_until - 1, 'DD/MM/YYYY') as "Memo", account as "*Account",
          csv_text(product_name) as "LineDescription", ${amount(sql`net * ${sign}`)} as "*LineAmount", tax_code as "*LineTaxCode",
          ${amount(sql`vat * ${sign}`)} as "LineTaxAmount", currency as "Currency"
        from ${purchases(actor, "quickbooks", asked)} p where kind = ${kind} ${inOrder}`,
    );
  };

/**
 * Streams every posting of the account as a journal, as it is seen from the reader's books: what is revenue for us is
 * bought there, and what we are owed is owed there. Debits and credits of a posting are equal: what it costs us, such as a
 * redeemed code or a write-off, is what the rest of it comes to, since no reseller's session reads costs.
 */
export const streamJournal = (exports: Exports, actor: Bounded, { options, today }: Asked): Promise<Download> => {
  const { from, until } = accountingDays(options, today);
  return exports.stream(
    boundsOf(actor),
    () => sql`
      select e.effective_on as "Date", e.posting_id as "Journal", i.number as "Document",
        case when e.account = 'receivable' then 'Owed to supplier' when e.account = 'credit' then 'Credit at supplier'
          when e.account like 'revenue:%' then 'Purchases' when e.account like 'vat:%' then 'VAT' when e.account = 'goodwill' then 'Goodwill'
          when e.account = 'writtenOff' then 'Written off by supplier' else 'Payments' end as "Account",
        csv_text(case when e.account like '%:%' then substr(e.account, strpos(e.account, ':') + 1) end) as "Detail", e.currency as "Currency",
        ${amount(sql`greatest(-e.amount_minor, 0)`)} as "Debit", ${amount(sql`greatest(e.amount_minor, 0)`)} as "Credit"
      from (
        select reseller_id, id, posting_id, account, amount_minor, currency, invoice_id, effective_on from ledger_entries
        where account not like 'cost:%' and account not like 'payable:%'
        union all
        select reseller_id, (array_agg(id))[1], posting_id, case when bool_or(account = 'credit') then 'goodwill' else 'writtenOff' end,
          -sum(amount_minor)::bigint, currency, null, effective_on
        from ledger_entries
        where reseller_id = ${actor.resellerId} and effective_on between ${from}::date and ${until}::date
          and account not like 'cost:%' and account not like 'payable:%'
        group by reseller_id, posting_id, currency, effective_on having sum(amount_minor) <> 0) e
      left join invoices i on i.reseller_id = e.reseller_id and i.id = e.invoice_id
      where e.reseller_id = ${actor.resellerId} and e.effective_on between ${from}::date and ${until}::date
      order by e.effective_on, e.posting_id, e.account, e.id`,
  );
};
