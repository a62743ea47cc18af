/** Statements as a bank's website saves them: one line each, with the balance after it. */
import { readCsv } from "@tradewind/domain/values/csv.ts";
import { isCalendarDate, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { BankFileFault, checked, joinText, readMinor, type BankLine, type BankStatement } from "../bank-file.ts";

const columns = {
  date: ["date", "booking date", "transaction date"],
  account: ["account", "iban", "account number"],
  sortCode: ["sort code"],
  currency: ["currency"],
  amount: ["amount", "value"],
  paidIn: ["paid in", "money in", "credit", "credit amount"],
  paidOut: ["paid out", "money out", "debit", "debit amount"],
  balance: ["balance", "balance after"],
  name: ["name", "payer", "counterparty"],
  text: ["reference", "description", "transaction description", "memo", "details"],
  bankRef: ["bank reference", "transaction id", "id"],
} as const;
type Column = keyof typeof columns;

type Row = BankLine & { account: string; currency: string; balanceMinor: bigint; payer: string | null };

/** Reads the statements of a file, one for each account, whichever end it begins with. Throws BankFileFault. */
export function readBankCsv(file: string): BankStatement[] {
  const [header, ...rows] = readCsv(file);
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const at = (column: Column) => names.findIndex((name) => (columns[column] as readonly string[]).includes(name));
  const needed: [string, boolean][] = [
    ["Date", at("date") >= 0],
    ["Account", at("account") >= 0],
    ["Currency", at("currency") >= 0],
    ["Amount, or Paid in and Paid out", at("amount") >= 0 || (at("paidIn") >= 0 && at("paidOut") >= 0)],
    ["Balance", at("balance") >= 0],
  ];
  const missing = needed.filter(([, isThere]) => !isThere).map(([name]) => name);
  if (missing.length > 0) throw new BankFileFault(`The first line has no column ${missing.join(", and none ")}`);
  const read = rows.map(({ line, cells }): Row => {
    const cell = (column: Column) => cells[at(column)] ?? "";
    try {
      return readRow(cell);
    } catch (error) {
      throw error instanceof BankFileFault ? new BankFileFault(`Line ${line}: ${error.message}`) : error;
    }
  });
  const accounts = Map.groupBy(read, ({ account, currency }) => `${account} ${currency}`);
  return checked([...accounts.values()].map(toStatement));
}

function readRow(cell: (column: Column) => string): Row {
  const minor = cell("amount") === "" ? signed(cell("paidIn")) - signed(cell("paidOut")) : signed(cell("amount"));
  return {
    bookedOn: readDay(cell("date")),
    minor,
    isReversal: false,
    bankRef: cell("bankRef") || null,
    name: cell("name") || null,
    payer: null,
    account: joinText([cell("sortCode"), cell("account")]),
    currency: cell("currency").toUpperCase(),
    balanceMinor: signed(cell("balance")),
    text: joinText([cell("text")]),
  };
}

function toStatement(rows: Row[]): BankStatement {
  // Whichever line leads to the next by its amount says in which order the file stands.
  const isForwards = rows.every((row, at) => at === 0 || rows[at - 1]!.balanceMinor + row.minor === row.balanceMinor);
  const ordered = isForwards ? rows : rows.toReversed();
  const [first, last] = [ordered[0]!, ordered.at(-1)!];
  return {
    account: first.account,
    currency: first.currency,
    sequence: null,
    closedOn: last.bookedOn,
    openingMinor: first.balanceMinor - first.minor,
    closingMinor: last.balanceMinor,
    lines: ordered.map(({ currency: _currency, balanceMinor: _balance, payer, ...line }) => ({
      ...line,
      account: payer,
    })),
  };
}

function signed(text: string): bigint {
  const plain = text.replaceAll(/[£€\s]/g, "").replaceAll(/,(?=\d{3}(\D|$))/g, "");
  if (plain === "") return 0n;
  const isOut = /^[-−(]/.test(plain);
  const minor = readMinor(plain.replaceAll(/^[-−+(]|\)$/g, ""));
  return isOut ? -minor : minor;
}

function readDay(text: string): CalendarDate {
  const [, day, month, year] = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/.exec(text) ?? [];
  const date = year === undefined ? text.slice(0, 10) : `${year}-${month}-${day}`;
  if (!isCalendarDate(date)) throw new BankFileFault(`“${text}” is not a date, as in 24/11/2026`);
  return date;
}
