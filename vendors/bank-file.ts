/** Statements of our own bank accounts, in whichever format the bank writes them. */
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";

export type BankLine = {
  bookedOn: CalendarDate;
  /** What came in, in minor units; negative for what went out. */
  minor: bigint;
  /** Whether it takes back an earlier line. */
  isReversal: boolean;
  /** The bank's own number of it. */
  bankRef: string | null;
  /** Who paid, or was paid. */
  name: string | null;
  account: string | null;
  /** What the payer wrote. */
  text: string;
};

export type BankStatement = {
  /** An IBAN, or a sort code and number, as the bank writes it. */
  account: string;
  currency: string;
  /** The statement's number, by which it is seen that one is missing. */
  sequence: number | null;
  closedOn: CalendarDate;
  openingMinor: bigint;
  closingMinor: bigint;
  lines: BankLine[];
};

/**
 * Reads a file of statements in whichever format it is. Throws BankFileFault for what is no statement, does not add up or is
 * damaged: nothing of it is left out unseen.
 */
export type ReadBankFile = (file: string) => BankStatement[];

/** Why a file is not read, in words for whoever chose it. */
export class BankFileFault extends Error {}

/** Reads `1234.5` or `1234,50` as minor units. Throws BankFileFault. */
export function readMinor(text: string): bigint {
  const parts = /^(\d{1,16})(?:[.,](\d{0,5}))?$/.exec(text.trim());
  const fraction = (parts?.[2] ?? "").replace(/0+$/, "");
  if (!parts || fraction.length > 2) throw new BankFileFault(`“${text.trim()}” is not an amount`);
  return BigInt(parts[1]! + fraction.padEnd(2, "0"));
}

/** Cuts a text, never within a sign of two halves, which no database keeps. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

/** Joins what a bank broke into lines and pieces. */
export const joinText = (pieces: readonly (string | null | undefined)[]): string =>
  cut(
    pieces
      .flatMap((piece) => piece?.trim() || [])
      .join(" ")
      .replaceAll(/\s+/g, " "),
    500,
  );

/** In minor units. What is more was misread or made up, and would be too much to add up. */
const mostOnLine = 1_000_000_000_000_000n;

/** Returns the statements if each has an account and adds up: opening balance and lines make the closing one. */
export function checked(statements: BankStatement[]): BankStatement[] {
  if (statements.length === 0) throw new BankFileFault("There is no statement in this file");
  for (const { account, lines, openingMinor, closingMinor } of statements) {
    if (account === "") throw new BankFileFault("A statement does not say of which account it is");
    const large = lines.find(({ minor }) => minor > mostOnLine || minor < -mostOnLine);
    if (large) throw new BankFileFault(`A line of ${plain(large.minor)} is larger than any transfer`);
    const sum = lines.reduce((all, { minor }) => all + minor, openingMinor);
    if (sum !== closingMinor)
      throw new BankFileFault(
        `The statement of account ${account} does not add up: it begins with ${plain(openingMinor)} and its lines lead to ${plain(sum)}, but it ends with ${plain(closingMinor)}`,
      );
  }
  return statements;
}

const plain = (minor: bigint) => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  return `${minor < 0n ? "−" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
