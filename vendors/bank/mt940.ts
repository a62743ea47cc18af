/** Statements as SWIFT's MT940 has them, in the dialects of banks. */
import { isCalendarDate, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { BankFileFault, checked, joinText, readMinor, type BankLine, type BankStatement } from "../bank-file.ts";

type Field = { tag: string; text: string };

/** Reads the statements of a file. Throws BankFileFault. */
export function readMt940(file: string): BankStatement[] {
  const statements: Field[][] = [];
  let isOpen = false;
  for (const line of file.split(/\r?\n/)) {
    const field = /^:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (field?.[1] === "20") {
      statements.push([]);
      isOpen = true;
    } else if (/^-(\}|XXX|$)/.test(line.trim()) || line.startsWith("{1:")) isOpen = false;
    const fields = statements.at(-1);
    if (field && isOpen) fields!.push({ tag: field[1]!, text: field[2]! });
    else if (field) throw new BankFileFault(`The line “${line}” stands outside of a statement`);
    else if (isOpen && fields!.length > 0) fields!.at(-1)!.text += `\n${line}`;
  }
  return checked(joinPages(statements.map(readStatement)));
}

/** A statement of several pages has balances in between, which are those of the next page. */
function joinPages(pages: Page[]): BankStatement[] {
  const joined: Page[] = [];
  for (const page of pages) {
    const before = joined.at(-1);
    if (page.isContinued && before && before.account === page.account && before.closingMinor === page.openingMinor)
      joined[joined.length - 1] = {
        ...page,
        openingMinor: before.openingMinor,
        lines: [...before.lines, ...page.lines],
        isContinued: before.isContinued,
      };
    else joined.push(page);
  }
  return joined.map(({ isContinued: _, ...statement }) => statement);
}

type Page = BankStatement & { isContinued: boolean };

function readStatement(fields: Field[]): Page {
  const find = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag));
  if (find("13D", "34F"))
    throw new BankFileFault("This is a report within the day (MT942). Please import the statement (MT940)");
  const account = (find("25", "25P")?.text ?? "").split("\n")[0]!.trim();
  const [opening, closing] = [find("60F", "60M"), find("62F", "62M")];
  if (!opening || !closing)
    throw new BankFileFault(`The statement of account ${account} has no opening or no closing balance`);
  const [begins, ends] = [readBalance(opening.text), readBalance(closing.text)];
  const end = fields.indexOf(closing);
  const lines = fields.slice(0, end).flatMap(({ tag, text }, at) => {
    const details = fields[at + 1];
    return tag === "61" ? [readLine(text, details?.tag === "86" ? details.text : "")] : [];
  });
  const sequence = /^\d{1,9}/.exec(find("28C", "28")?.text ?? "")?.[0];
  return {
    account,
    currency: ends.currency,
    sequence: sequence === undefined ? null : Number(sequence),
    closedOn: ends.day,
    openingMinor: begins.minor,
    closingMinor: ends.minor,
    lines,
    isContinued: opening.tag === "60M",
  };
}

function readBalance(text: string): { day: CalendarDate; currency: string; minor: bigint } {
  const [, sign, day, currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(text.trim()) ?? [];
  const closed = day && dayOf(day);
  if (!closed) throw new BankFileFault(`“${text.trim()}” is not a balance`);
  const minor = readMinor(amount!);
  return { day: closed, currency: currency!, minor: sign === "D" ? -minor : minor };
}

const dayOf = (digits: string): CalendarDate | undefined => {
  const day = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  return isCalendarDate(day) ? day : undefined;
};

/** Value date, day of booking, mark (`RC` and `RD` take back), funds code, amount, kind, payer's and bank's numbers. */
const lineShape = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d+(?:,\d*)?)(?:[NFS][A-Z0-9]{3})?(.*?)(?:\/\/(.*))?$/;

function readLine(text: string, details: string): BankLine {
  const [first = "", ...more] = text.split("\n");
  const parts = lineShape.exec(first.trim());
  const [, value, booked, mark = "", , amount = "", ref = "", bankRef = ""] = parts ?? [];
  const bookedOn = parts && dayOfBooking(value!, booked);
  if (!bookedOn) throw new BankFileFault(`“${first}” is not a line of a statement`);
  const magnitude = readMinor(amount);
  const supplement = more.join("").trim();
  const said = readDetails(details);
  // Some banks put the payer there, some its account, some codes.
  const isAccount = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(supplement);
  const isName = /[A-Za-z]{2}.*[A-Za-z]/.test(supplement) && !isAccount && !supplement.startsWith("/");
  return {
    bookedOn,
    minor: mark === "C" || mark === "RD" ? magnitude : -magnitude,
    isReversal: mark.startsWith("R"),
    bankRef: bankRef.trim() || null,
    name: said.name ?? (isName ? supplement : null),
    account: said.account ?? (isAccount ? supplement : null),
    text: joinText([/^(NONREF|EREF|NOTPROVIDED)?$/.test(ref.trim()) ? "" : ref, said.text]),
  };
}

/** The day of booking has no year: that which is nearest to the value date. Banks know the 30th of February. */
function dayOfBooking(value: string, booked: string | undefined): CalendarDate | undefined {
  const valued = dayOf(value);
  if (booked === undefined) return valued;
  const year = Number(value.slice(0, 2));
  const apart = Number(booked.slice(0, 2)) - Number(value.slice(2, 4));
  const of = apart > 6 ? year - 1 : apart < -6 ? year + 1 : year;
  return dayOf(String(of).padStart(2, "0") + booked) ?? valued;
}

/** Field 86: in numbered parts (`?20`), in named ones (`/REMI/`), or free. */
function readDetails(text: string): { text: string; name: string | null; account: string | null } {
  const whole = text.replaceAll("\n", "");
  const numbered = [...whole.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code, part]) => ({
    code: Number(code),
    part: part!,
  }));
  if (numbered.length > 1) {
    const of = (is: (code: number) => boolean) =>
      joinText(numbered.flatMap(({ code, part }) => (is(code) ? part : [])));
    return {
      text: of((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)),
      name: of((code) => code === 32 || code === 33) || null,
      account: of((code) => code === 38) || of((code) => code === 31) || null,
    };
  }
  const named = (name: string) => new RegExp(`/${name}/(.*?)(?=/[A-Z]{4}/|$)`).exec(whole)?.[1]?.trim() || null;
  if (/\/(REMI|NAME|EREF)\//.test(whole))
    return { text: joinText([named("REMI"), named("EREF")]), name: named("NAME"), account: named("IBAN") };
  return { text: joinText(text.split("\n")), name: null, account: null };
}
