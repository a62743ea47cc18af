/** What must hold of all books of billing in a quiet moment: each answers the breaches in words, nothing if all is well. */
import { account } from "@tradewind/contract/billing/account.ts";
import { bank } from "@tradewind/contract/billing/bank.ts";
import { credit } from "@tradewind/contract/billing/credit.ts";
import { debtors } from "@tradewind/contract/billing/debtors.ts";
import { dunning } from "@tradewind/contract/billing/dunning.ts";
import { gatewayBooks } from "@tradewind/contract/billing/gateway-books.ts";
import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import type { BillingPeople, Payer } from "./billing-people.ts";
import type { BillingWorld } from "./billing-world.ts";

type Sums = Record<string, number>;
/** Notes where two sums differ. */
function differences() {
  const found: string[] = [];
  const same = (what: string, theirs: unknown, ours: unknown) =>
    void (String(theirs) === String(ours) || found.push(`${what}: ${String(theirs)} there, ${String(ours)} here`));
  return { found, same };
}
const minorOf = (money: { Minor: string } | null) => Number(money!.Minor);
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

async function ledgerOf({ app }: BillingWorld, resellerId?: string): Promise<Sums> {
  const rows = await app.sql<{ account: string; minor: string }>(
    `select currency || ' ' || account as account, sum(amount_minor)::text as minor from ledger_entries
     where $1::uuid is null or reseller_id = $1 group by 1`,
    [resellerId ?? null],
  );
  return Object.fromEntries(rows.map(({ account: name, minor }) => [name, Number(minor)]));
}

/** A reseller's own: what is open of each document, what is owed in all, its credit, and at which step it is. */
export async function breachesOfPayer(world: BillingWorld, people: BillingPeople, payer: Payer): Promise<string[]> {
  const { app, today } = world;
  const { person, currency } = payer;
  const { found, same } = differences();
  const ledger = await ledgerOf(world, person.resellerId);
  const [receivable, kept] = [ledger[`${currency} receivable`] ?? 0, -(ledger[`${currency} credit`] ?? 0)];
  const documents = await people.documentsOf(payer);
  const totals = (await app.call(person, account.totals, { query: {} })).Result!.Accounts[0]!;
  same("open items and the receivable account", total(documents.map(({ Balance }) => minorOf(Balance))), receivable);
  same("the account and the ledger", minorOf(totals.Balance), receivable - kept);
  const history = (await app.call(person, credit.history, { query: {} })).Result!;
  same("credit and its account", minorOf(history.Balance), kept);
  if (kept < 0) found.push(`credit is ${kept}`);
  if (history.Items.length > 0) same("the last event of credit", minorOf(history.Items[0]!.Balance), kept);
  const events = (await app.call(person, account.history, { query: {} })).Result!;
  same("the end of the account's history", minorOf(events.Closing), receivable - kept);

  const overdue = documents.filter(({ Kind, DueOn }) => Kind === "invoice" && DueOn < today());
  const memos = total(documents.map(({ Kind, Balance }) => (Kind === "creditMemo" ? -minorOf(Balance) : 0)));
  const late = total(overdue.map(({ Balance }) => minorOf(Balance)));
  same("what is overdue", minorOf(totals.Overdue), late);
  const standing = (await app.call(person, dunning.standing)).Result!;
  if (standing.Owed) same("what is asked for", minorOf(standing.Owed), late - kept - memos);
  for (const { Number: number, Kind, Balance } of documents)
    if (Kind === "creditMemo" ? minorOf(Balance) > 0 : minorOf(Balance) < 0)
      found.push(`${number} is open with ${minorOf(Balance)}`);
  return found.map((what) => `${person.email}: ${what}`);
}

/** The marketplace's own: the journal, its accounts, each gateway and the bank. */
export async function breachesOfBooks(world: BillingWorld): Promise<string[]> {
  const { app, operator, control } = world;
  const { found, same } = differences();
  const ledger = await ledgerOf(world);
  for (const { what } of await app.sql<{ what: string }>(
    `select 'a posting does not balance: ' || posting_id as what from ledger_entries group by reseller_id, posting_id, currency having sum(amount_minor) <> 0
     union all select 'the journal of a reseller does not balance: ' || reseller_id || ' ' || currency from ledger_entries group by reseller_id, currency having sum(amount_minor) <> 0
     union all select 'a posting has one side: ' || posting_id from ledger_entries group by posting_id having count(*) < 2
     union all select 'numbers of ' || kind || ' have gaps: ' || min(number) || ' to ' || max(number) from invoices
       group by kind having max(substring(number from '\\d+$')::int) - min(substring(number from '\\d+$')::int) + 1 <> count(*)
     union all select 'taken twice: ' || payment_key from gateway_movements where kind = 'payment' and amount_minor > 0 and payment_key is not null
       group by payment_key having count(distinct ref) > 1
     union all select 'differs: ' || gateway || ' ' || ref || ' ' || cause || ' ' || theirs_minor || ' there, ' || ours_minor || ' here'
       from gateway_differences where state <> 'closed'
     union all select 'more came of an invoice than it is: ' || i.number from invoices i join ledger_entries e on e.reseller_id = i.reseller_id and e.invoice_id = i.id
       where e.account = 'receivable' group by i.reseller_id, i.id, i.number, i.kind having i.kind = 'invoice' and sum(e.amount_minor) < 0`,
  ))
    found.push(what);

  const debtorSums = (await app.call(operator, debtors.totals)).Result!.Items;
  for (const currency of currencies) {
    const [sums] = debtorSums.filter(({ Owed }) => Owed.Currency === currency);
    const owed = sums ? minorOf(sums.Owed) - minorOf(sums.CreditMemos) : 0;
    same(`${currency} debtors and the receivable account`, owed, ledger[`${currency} receivable`] ?? 0);
    same(
      `${currency} credit of debtors and its account`,
      sums ? minorOf(sums.Credit) : 0,
      -(ledger[`${currency} credit`] ?? 0),
    );
    const documents = await app.sql<{ net: string; vat: string }>(
      "select coalesce(sum(net_minor), 0)::text as net, coalesce(sum(vat_minor), 0)::text as vat from invoices where currency = $1",
      [currency],
    );
    const accounts = Object.entries(ledger).filter(([name]) => name.startsWith(`${currency} `));
    const of = (prefix: string) =>
      -total(accounts.flatMap(([name, minor]) => (name.startsWith(`${currency} ${prefix}`) ? minor : [])));
    same(`${currency} net of documents and revenue`, documents[0]!.net, of("revenue"));
    same(`${currency} VAT of documents and its account`, documents[0]!.vat, of("vat"));
    for (const gateway of ["stripe", "zuora", "gocardless"] as const) {
      const balance = (await control(gateway, "balance")) as Sums;
      const theirs = balance[gateway === "stripe" ? currency.toLowerCase() : currency] ?? 0;
      same(`${currency} at ${gateway}`, theirs, ledger[`${currency} cash:${gateway}`] ?? 0);
    }
    for (const breach of await breachesOfBank(world, currency, ledger[`${currency} cash:bank`] ?? 0))
      found.push(breach);
  }
  for (const { Name, Ours, Theirs, Explained } of (await app.call(operator, gatewayBooks.standings)).Result!.Items) {
    if (Theirs) same(`${Name}'s own account in ${Ours.Currency}`, minorOf(Theirs), minorOf(Ours));
    same(`what differs at ${Name}`, minorOf(Explained), 0);
  }
  return found;
}

/** The last statement's balance is what the bank has, which is what was allocated, is open, was set aside or went out. */
async function breachesOfBank(world: BillingWorld, currency: Currency, cash: number): Promise<string[]> {
  const { app, operator, bank: atBank } = world;
  const { found, same } = differences();
  const { Items } = (await app.call(operator, bank.statements, { query: {} })).Result!;
  const last = Items.find(({ Closing }) => Closing.Currency === currency);
  if (!last) return atBank.balances[currency] === 0 ? [] : [`no statement in ${currency}`];
  same(`${currency} at the bank and on the last statement`, atBank.balances[currency], minorOf(last.Closing));
  const warned = Items.filter(({ Warning }) => Warning !== null);
  for (const { Warning } of warned) found.push(`a statement is warned of: ${Warning}`);
  const [lines] = await app.sql<{ allocated: string; others: string; payouts: string; paid: string }>(
    `select coalesce(sum(amount_minor) filter (where state = 'allocated'), 0)::text as allocated,
       coalesce(sum(amount_minor) filter (where state <> 'allocated'), 0)::text as others,
       coalesce(sum(amount_minor) filter (where words like 'PAYOUT%'), 0)::text as payouts,
       (select coalesce(sum(amount_minor), 0)::text from clearing_entries where account = 'bank:payouts' and currency = $1) as paid
     from bank_lines where currency = $1`,
    [currency],
  );
  same(`${currency} allocated and the bank account`, lines!.allocated, cash);
  same(`${currency} on statements and in our books`, minorOf(last.Closing), cash + Number(lines!.others));
  same(`${currency} pay-outs at the bank and in our books`, lines!.payouts, lines!.paid);
  return found;
}
