import type { AddedUser } from "@tradewind/contract/access/customer-users.ts";
import { mayManage, type MemberKind } from "@tradewind/domain/access/users.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { rightsOf } from "../invitations/invitations.actions.ts";
import { faultsFor, type ReadFile } from "./user-file.reads.ts";
import { insertUsers, listTaken, type NewUser } from "./customer-users.store.ts";

/** Finds a customer to whom the caller may add users. */
export async function openCustomer(db: Db, actor: TenantActor, customerId: string) {
  const customer = orNotFound(await findCustomer(db, actor, customerId));
  if (!mayManage(actor, { kind: "endUser", customerId })) throw new AppError("notFound");
  if (customer.status === "Suspended") throw new AppError("customerSuspended");
  return customer;
}

/** Returns the usual rights of each kind, limited to those the caller holds. */
const rightsBy = (actor: TenantActor) =>
  Object.fromEntries(
    (["endUserAdmin", "endUser"] as const satisfies readonly MemberKind[]).map((kind) => [
      kind,
      rightsOf(kind, actor.rights),
    ]),
  );

/** Whoever adds users to a customer waits for the one before, so that an address is given once. */
const takeTurnAt = (tx: Tx, customerId: string) => takeTurn(tx, `users of ${customerId}`);

export async function addUser({ tx, actor, doer, now }: Doing, customerId: string, user: NewUser): Promise<string> {
  const { resellerId } = actor;
  const customer = await openCustomer(tx, actor, customerId);
  if (!mayManage(actor, { kind: user.kind, customerId })) throw new AppError("notFound");
  await takeTurnAt(tx, customerId);
  const taken = await listTaken(tx, { resellerId, customerId }, [user.email.toLowerCase()]);
  if (taken.size > 0)
    throw new AppError("addressTaken", { fields: { Email: `${customer.name} already has a user with this address` } });
  const of = { resellerId, customerId, addedBy: actor.membershipId };
  const [added] = await insertUsers(tx, of, [user], rightsBy(actor), now);
  await announce(tx, resellerId, ["users", "customers"], customerId);
  await recordActivity(tx, doer, {
    action: "users.add",
    what: `Added the user ${user.firstName} ${user.lastName} (${user.email})`,
    customerId,
    object: ["person", added!.person_id],
  });
  return added!.id;
}

/** Adds all users of a file in one transaction, or none. */
export async function importUsers(
  { tx, actor, doer, now }: Doing,
  customerId: string,
  file: ReadFile,
  toNewUser: (user: AddedUser) => NewUser,
): Promise<number> {
  const { resellerId } = actor;
  await openCustomer(tx, actor, customerId);
  await takeTurnAt(tx, customerId);
  const [fault] = await faultsFor(tx, { resellerId, customerId }, file);
  if (fault)
    throw new AppError("fileHasFaults", {
      fields: {
        File: `Line ${fault.line.toLocaleString("en-GB")}${fault.column && `, ${fault.column}`}: ${fault.reason}`,
      },
    });
  const users = file.users.map(({ user }) => toNewUser(user));
  if (users.some(({ kind }) => !mayManage(actor, { kind, customerId }))) throw new AppError("notFound");
  await insertUsers(tx, { resellerId, customerId, addedBy: actor.membershipId }, users, rightsBy(actor), now);
  await announce(tx, resellerId, ["users", "customers"], customerId);
  await recordActivity(tx, doer, {
    action: "users.import",
    what: `Added ${users.length.toLocaleString("en-GB")} user${users.length === 1 ? "" : "s"} from a file`,
    customerId,
    object: ["customer", customerId],
  });
  return users.length;
}
