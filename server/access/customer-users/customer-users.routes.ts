import { customerUsers, type AddedUser } from "@tradewind/contract/access/customer-users.ts";
import { userTemplate } from "@tradewind/domain/access/user-file.ts";
import { readText } from "@tradewind/domain/values/text-files.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { addUser, importUsers, openCustomer } from "./customer-users.actions.ts";
import { faultsFor, readUsers } from "./user-file.reads.ts";
import type { NewUser } from "./customer-users.store.ts";

const textOf = (file: string) => readText(Buffer.from(file, "base64"));

/** Faults of a file that are told at once. */
const mostFaults = 200;

const wantedOf = (user: AddedUser): NewUser => ({
  kind: user.IsAdmin ? "endUserAdmin" : "endUser",
  firstName: user.FirstName,
  lastName: user.LastName,
  email: user.Email,
  telephone: user.Telephone,
  jobTitle: user.JobTitle,
});

export const customerUsersRoutes = [
  answer(customerUsers.add, async (doing, { params, body }) => ({
    Id: await addUser(doing, params.customerId, wantedOf(body)),
  })),
  answer(customerUsers.template, () => ({ file: Buffer.from(userTemplate), name: "template.csv" })),
  answer(customerUsers.checkFile, async ({ db, actor }, { params: { customerId }, body }) => {
    await openCustomer(db, actor, customerId);
    const file = await readUsers(textOf(body.File));
    const faults = await faultsFor(db, { resellerId: actor.resellerId, customerId }, file);
    return {
      Users: file.users.length,
      Admins: file.users.filter(({ user }) => user.IsAdmin).length,
      Sample: file.users.slice(0, 5).map(({ line, user }) => ({
        Line: line,
        Name: `${user.FirstName} ${user.LastName}`.trim(),
        Email: user.Email,
        IsAdmin: user.IsAdmin,
      })),
      FaultCount: faults.length,
      Faults: faults
        .slice(0, mostFaults)
        .map(({ line, column, reason }) => ({ Line: line, Column: column, Reason: reason })),
    };
  }),
  answerPrepared(
    customerUsers.import,
    (_, { body }) => readUsers(textOf(body.File)),
    async (doing, { params }, file) => ({ Added: await importUsers(doing, params.customerId, file, wantedOf) }),
  ),
];
