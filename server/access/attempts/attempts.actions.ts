import type { TenantActor } from "../../platform/actor.ts";
import { tooMany, type AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { isPassword } from "../../platform/password.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { findPasswordHash } from "../people/people.store.ts";
import { countCallFor, countCallFrom } from "./sign-in-limit.actions.ts";
import { countTry, refundTry } from "./tries.actions.ts";

const identity = { role: "app_identity" } as const;
const quarterOfAnHour = 900;

/**
 * Counts a request for a reset link. Returns whether to mail one: after a few to an account those sent before still
 * work, so that nobody is refused a link because others asked for it. Returns the seconds to wait after too many calls.
 */
export async function countResetRequest(
  { tx, ...call }: Pick<Doing<undefined>, "tx" | "ip" | "request">,
  userName: string,
): Promise<boolean | { wait: number }> {
  const wait = await countCallFrom(tx, "reset", callerOf(call), 30, quarterOfAnHour);
  if (wait !== undefined) return { wait };
  return (await countCallFor(tx, "reset", userName, 5, quarterOfAnHour)) === undefined;
}

/**
 * Checks a person's password and counts the try, a right one not. Throws after too many. Runs before a transaction is
 * open, because hashing takes time.
 */
export async function provePassword(call: Call<unknown>, personId: string, password: string): Promise<boolean> {
  const { database } = call.platform;
  const { device } = callerOf(call);
  const { counted, hash } = await database.write(identity, async (tx) => ({
    counted: await countTry(tx, "confirm", personId, device),
    hash: await findPasswordHash(tx, personId),
  }));
  if ("wait" in counted) throw tooMany(counted.wait);
  const isRight = await isPassword(password, hash?.password_hash ?? null);
  if (isRight) await database.write(identity, (tx) => refundTry(tx, counted.key));
  return isRight;
}

const hour = 3600;

/**
 * Counts a mail to a stranger: by its sender, by the sender's company, and by the company and recipient, each apart from
 * mails of other kinds. Returns the refusal after too many, to be returned rather than thrown.
 */
export async function countMailOut(
  tx: Tx,
  actor: TenantActor,
  email: string,
  what: "invitations" | "quotes" = "invitations",
): Promise<AppError | undefined> {
  const company = actor.customerId ?? actor.resellerId;
  const mail = what === "quotes" ? "quote-mail" : "mail";
  const waits = [
    await countCallFor(tx, `${mail}-sender`, actor.membershipId, 30, hour),
    await countCallFor(tx, `${mail}-company`, company, 100, 24 * hour),
    await countCallFor(tx, `${mail}-recipient`, `${company} ${email}`, 5, quarterOfAnHour),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0
    ? undefined
    : tooMany(
        Math.max(...waits),
        `Too many ${what} were sent. A person can send 30 an hour, a company 100 a day, and 5 to one address in a quarter of an hour.`,
      );
}
