/** Statements as ISO 20022 has them (camt.053), in versions 02 to 13, which name some of their parts differently. */
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { SaxesParser } from "saxes";
import { BankFileFault, checked, joinText, readMinor, type BankLine, type BankStatement } from "../bank-file.ts";

type Element = { name: string; attributes: Record<string, string>; parts: Element[]; text: string };

/** Reads the statements of a file. Throws BankFileFault. */
export function readCamt(file: string): BankStatement[] {
  const root = parse(file);
  const message = /:camt\.(\d{3})\.\d{3}\.\d{2}$/.exec(root.attributes["xmlns"] ?? "")?.[1];
  if (message !== "053")
    throw new BankFileFault(
      message === "052" || message === "054"
        ? `This is a report within the day (camt.${message}). Please import the statement (camt.053)`
        : "This is no bank statement (camt.053)",
    );
  return checked(all(root, "BkToCstmrStmt", "Stmt").map(readStatement));
}

function parse(file: string): Element {
  const root: Element = { name: "", attributes: {}, parts: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new BankFileFault(`The file is damaged: ${error.message}`);
  });
  // Entities could make a small file a huge one.
  parser.on("doctype", () => {
    throw new BankFileFault("The file has a document type, which no bank writes");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name: name.replace(/^.*:/, ""), attributes, parts: [], text: "" };
    open.at(-1)!.parts.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => (open.at(-1)!.text += text));
  parser.on("cdata", (text) => (open.at(-1)!.text += text));
  parser.write(file).close();
  return root.parts[0]!;
}

const all = (element: Element | undefined, ...path: string[]): Element[] =>
  path.reduce(
    (found, name) => found.flatMap(({ parts }) => parts.filter((part) => part.name === name)),
    element ? [element] : [],
  );
const one = (element: Element | undefined, ...path: string[]): Element | undefined => all(element, ...path)[0];
const textOf = (element: Element | undefined, ...path: string[]): string => one(element, ...path)?.text.trim() ?? "";
/** The first of several ways in which versions say something. */
const either = (element: Element | undefined, ...paths: string[][]): string =>
  paths.map((path) => textOf(element, ...path)).find((text) => text !== "") ?? "";

const accountOf = (element: Element | undefined) => either(element, ["Id", "IBAN"], ["Id", "Othr", "Id"]);
const signed = (element: Element, amount: Element | undefined) => {
  const minor = readMinor(amount?.text ?? "");
  return textOf(element, "CdtDbtInd") === "DBIT" ? -minor : minor;
};
function dayOf(element: Element | undefined): string | undefined {
  const day = either(element, ["Dt"], ["DtTm"]).slice(0, 10);
  return isCalendarDate(day) ? day : undefined;
}

function readStatement(statement: Element): BankStatement {
  const balance = (...codes: string[]) =>
    codes
      .map((code) => all(statement, "Bal").find((each) => textOf(each, "Tp", "CdOrPrtry", "Cd") === code))
      .find((found) => found !== undefined);
  const [opening, closing] = [balance("OPBD", "PRCD"), balance("CLBD")];
  const account = accountOf(one(statement, "Acct"));
  if (!opening || !closing)
    throw new BankFileFault(`The statement of account ${account} has no opening or no closing balance`);
  const currency = one(closing, "Amt")?.attributes["Ccy"] ?? "";
  const sequence = either(statement, ["ElctrncSeqNb"], ["LglSeqNb"]);
  const closedOn = dayOf(one(closing, "Dt"));
  if (!closedOn) throw new BankFileFault(`The statement of account ${account} does not say of which day it is`);
  return {
    account,
    currency,
    sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : null,
    closedOn,
    openingMinor: signed(opening, one(opening, "Amt")),
    closingMinor: signed(closing, one(closing, "Amt")),
    lines: all(statement, "Ntry")
      .filter((entry) => either(entry, ["Sts", "Cd"], ["Sts"]) === "BOOK")
      .flatMap((entry) => readEntry(entry, currency, closedOn)),
  };
}

/** One entry may stand for many transactions, which are lines of their own if they say how much each was. */
function readEntry(entry: Element, currency: string, closedOn: string): BankLine[] {
  const whole = signed(entry, one(entry, "Amt"));
  const details = all(entry, "NtryDtls", "TxDtls");
  const amounts = details.map((each) => one(each, "Amt") ?? one(each, "AmtDtls", "TxAmt", "Amt"));
  const isSplit = details.length > 1 && amounts.every((amount) => amount?.attributes["Ccy"] === currency);
  const common = {
    bookedOn: dayOf(one(entry, "BookgDt")) ?? dayOf(one(entry, "ValDt")) ?? closedOn,
    isReversal: textOf(entry, "RvslInd") === "true",
  };
  const ref = textOf(entry, "AcctSvcrRef");
  if (!isSplit) {
    const said = details.map(saidIn);
    return [
      {
        ...common,
        minor: whole,
        bankRef: ref || either(details[0], ["Refs", "AcctSvcrRef"]) || null,
        ...partyOf(details.length === 1 ? details[0] : undefined, whole),
        text: joinText([...said, said.join("") === "" ? textOf(entry, "AddtlNtryInf") : ""]),
      },
    ];
  }
  const direction = whole < 0n ? "DBIT" : "CRDT";
  const lines = details.map((each, at): BankLine => {
    const magnitude = readMinor(amounts[at]!.text);
    const minor = (textOf(each, "CdtDbtInd") || direction) === "DBIT" ? -magnitude : magnitude;
    const own = either(each, ["Refs", "AcctSvcrRef"]);
    return {
      ...common,
      minor,
      bankRef: own || (ref && `${ref}/${at + 1}`) || null,
      ...partyOf(each, minor),
      text: saidIn(each),
    };
  });
  if (lines.reduce((sum, { minor }) => sum + minor, 0n) !== whole)
    throw new BankFileFault(`The transactions of the entry ${ref || "without a number"} do not add up to its amount`);
  return lines;
}

/** What a payer wrote: free or structured, and the number it gave from end to end. */
function saidIn(details: Element): string {
  const endToEnd = textOf(details, "Refs", "EndToEndId");
  return joinText([
    ...all(details, "RmtInf", "Ustrd").map(({ text }) => text),
    ...all(details, "RmtInf", "Strd", "CdtrRefInf", "Ref").map(({ text }) => text),
    endToEnd === "NOTPROVIDED" ? "" : endToEnd,
  ]);
}

/** The other side: whoever paid us, or was paid. */
function partyOf(details: Element | undefined, minor: bigint): Pick<BankLine, "name" | "account"> {
  const side = minor < 0n ? "Cdtr" : "Dbtr";
  const parties = one(details, "RltdPties");
  return {
    name: either(parties, [side, "Nm"], [side, "Pty", "Nm"]) || null,
    account: accountOf(one(parties, `${side}Acct`)) || null,
  };
}
