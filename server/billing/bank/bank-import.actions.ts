import { createHash } from "node:crypto";
import type { bank as contract } from "@tradewind/contract/billing/bank.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { currencies, format, type Currency } from "@tradewind/domain/values/money.ts";
import { BankFileFault, type BankStatement, type ReadBankFile } from "@tradewind/vendors/bank-file.ts";
import type { Tx } from "../../platform/db.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Doing } from "../../platform/http.ts";
import { newId } from "../../platform/random.ts";
import {
  findBefore,
  findFile,
  hasLines,
  hasStatement,
  insertStatement,
  listAccounts,
  type Before,
  type OurAccount,
} from "./bank-import.store.ts";

const notRead = (message: string) => new AppError("bankFileNotRead", { message });
const known = (message: string) => new AppError("bankFileKnown", { message });

/** Keeps the statements of a file with what is new on them, or nothing of it. Returns their ids. */
export async function importFile(
  { tx, actor, doer, now, platform }: Doing<OperatorActor>,
  { FileName, Text }: InputOf<typeof contract.import>["body"],
): Promise<string[]> {
  const hash = createHash("sha256").update(Text).digest();
  const earlier = await findFile(tx, hash);
  if (earlier)
    throw known(
      `This file was imported on ${formatDate(earlier.imported_at.toISOString())} by ${earlier.imported_by}.`,
    );
  const accounts = await listAccounts(tx);
  const statements = readFile(platform.readBankFile, Text)
    .map((statement) => ({ statement, account: accountOf(statement, accounts) }))
    .toSorted((a, b) => (a.statement.closedOn < b.statement.closedOn ? -1 : 1));
  const ids: string[] = [];
  for (const [position, { statement, account }] of statements.entries()) {
    const read = { fileName: FileName, hash, position, by: actor.displayName, now };
    ids.push(await keep(tx, account, statement, read));
  }
  const lines = statements.reduce((count, { statement }) => count + statement.lines.length, 0);
  await recordActivity(tx, doer, {
    action: "bank.import",
    what: `Imported ${statements.length} bank statements with ${lines} lines from ${FileName}`,
    object: ["bankStatement", ids[0]!],
  });
  return ids;
}

function readFile(readBankFile: ReadBankFile, text: string): BankStatement[] {
  try {
    return readBankFile(text);
  } catch (error) {
    throw error instanceof BankFileFault ? notRead(`${error.message}. Nothing was imported.`) : error;
  }
}

function accountOf({ account, currency }: BankStatement, accounts: readonly OurAccount[]): OurAccount {
  const plain = account.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const ours = accounts.find(({ keys }) => keys.some((key) => plain === key || plain === `${key}${currency}`));
  if (!ours) throw notRead(`The account ${account} is none of ours. Nothing was imported.`);
  if (!currencies.some((each) => each === currency))
    throw notRead(
      `The statement of account ${account} is in ${currency}, which we do not trade in. Nothing was imported.`,
    );
  return ours;
}

type Read = { fileName: string; hash: Buffer; position: number; by: string; now: Date };

async function keep(tx: Tx, { id: account }: OurAccount, statement: BankStatement, read: Read): Promise<string> {
  const currency = statement.currency as Currency;
  const before = await findBefore(tx, account, currency, statement.closedOn);
  const days = statement.lines.map(({ bookedOn }) => bookedOn).toSorted();
  const isKept = days.length > 0 && (await hasLines(tx, account, currency, days[0]!, days.at(-1)!));
  // What ends with what it began would follow itself.
  const isReadAgain =
    isKept &&
    !isNext(before, statement) &&
    (statement.openingMinor === statement.closingMinor || (await hasStatement(tx, account, currency, statement)));
  const follows = !before || (before.closing_minor === statement.openingMinor && !isReadAgain);
  const overlaps = !follows && isKept;
  const kept = await insertStatement(tx, {
    ...read,
    id: newId(),
    account,
    statement: { ...statement, currency },
    follows,
    warning: warningOf(before, statement, currency),
  }).catch((error: unknown) => {
    throw brokeUnique(error, "bank_statements_file_hash_position_key")
      ? known("This file is imported just now.")
      : error;
  });
  // The same money in other words, as another format has it, would be taken for more.
  if (overlaps && kept.known < statement.lines.length)
    throw notRead(
      `The statement that ends on ${formatDate(statement.closedOn)} has days of which we have other lines. Choose the statement that begins where the last one ended. Nothing was imported.`,
    );
  return kept.id;
}

const isNext = (before: Before | undefined, { sequence }: BankStatement): boolean =>
  sequence !== null && before?.sequence === sequence - 1;

function warningOf(
  before: Before | undefined,
  { sequence, openingMinor }: BankStatement,
  currency: Currency,
): string | null {
  if (!before) return null;
  const day = formatDate(before.closed_on);
  if (before.closing_minor !== openingMinor)
    return `The one before ended on ${day} with ${format({ minor: before.closing_minor, currency })}, and this begins with ${format({ minor: openingMinor, currency })}: one may be missing.`;
  const isGap = sequence !== null && before.sequence !== null && sequence > before.sequence + 1;
  return isGap ? `The one before, of ${day}, is number ${before.sequence}: one may be missing.` : null;
}
