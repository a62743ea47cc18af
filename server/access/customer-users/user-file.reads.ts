import { newUser, type AddedUser } from "@tradewind/contract/access/customer-users.ts";
import { fieldMessage } from "@tradewind/contract/validation.ts";
import {
  mostUsers,
  readUserFile,
  userColumns,
  type FileFault,
  type UserRow,
} from "@tradewind/domain/access/user-file.ts";
import { setImmediate } from "node:timers/promises";
import type { Db } from "../../platform/db.ts";
import { listTaken } from "./customer-users.store.ts";

export type ReadFile = { users: { line: number; user: AddedUser }[]; faults: FileFault[] };

/** Rows that are read before others of the process get their turn. */
const atOnce = 500;

const isField = (name: unknown): name is keyof typeof userColumns => String(name) in userColumns;

function faultsOf({ line, user, faults }: UserRow, parsed: ReturnType<typeof newUser.safeParse>): FileFault[] {
  if (parsed.success) return faults;
  const first = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path[0], issue.message]));
  return [
    ...Object.keys(user).flatMap((field) => {
      const message = first.get(field);
      if (message === undefined || !isField(field)) return [];
      return { line, column: userColumns[field], reason: fieldMessage(message, userColumns[field]) };
    }),
    ...faults,
  ];
}

/** Reads the users of a file and all that is wrong with it by itself, a slice at a time. */
export async function readUsers(file: string): Promise<ReadFile> {
  const rows = readUserFile(file);
  if (Array.isArray(rows)) return { users: [], faults: rows };
  const read: ReadFile = { users: [], faults: [] };
  const lines = new Map<string, number>();
  let count = 0;
  for (const row of rows) {
    if (++count > mostUsers) {
      read.faults.push({
        line: row.line,
        column: "",
        reason: `This is user ${count.toLocaleString("en-GB")}. A file has at most ${mostUsers.toLocaleString("en-GB")}: import the others from a second one.`,
      });
      break;
    }
    if (count % atOnce === 0) await setImmediate();
    const parsed = newUser.safeParse(row.user);
    const faults = faultsOf(row, parsed);
    const address = row.user.Email.toLowerCase();
    const before = lines.get(address);
    if (before === undefined) lines.set(address, row.line);
    else if (address !== "")
      faults.push({ line: row.line, column: userColumns.Email, reason: `Is also on line ${before}` });
    read.faults.push(...faults);
    if (parsed.success && faults.length === 0) read.users.push({ line: row.line, user: parsed.data });
  }
  if (count === 0) read.faults.push({ line: 1, column: "", reason: "The file names no user" });
  return read;
}

/** Lists everything that is wrong with a file for a customer, by line. */
export async function faultsFor(
  db: Db,
  of: { resellerId: string; customerId: string },
  { users, faults }: ReadFile,
): Promise<FileFault[]> {
  const taken = await listTaken(
    db,
    of,
    users.map(({ user }) => user.Email.toLowerCase()),
  );
  const theirs = users
    .filter(({ user }) => taken.has(user.Email.toLowerCase()))
    .map(({ line }) => ({
      line,
      column: userColumns.Email,
      reason: "The customer already has a user with this address",
    }));
  return [...faults, ...theirs].toSorted((a, b) => a.line - b.line);
}
