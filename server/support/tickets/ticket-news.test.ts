import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { desk } from "@tradewind/contract/support/desk.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { expect, test } from "vitest";
import { addCustomerOf } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();

const open = async (person: Person, Subject: string) =>
  (await app.call(person, tickets.create, { body: { Subject, Category: "Technical", Description: "As said." } }))
    .Result!;
const read = (person: Person, ticketId: string) => app.call(person, tickets.byId, { params: { ticketId } });
const answer = (ticketId: string, Text: string) =>
  app.call(operator, desk.reply, { params: { ticketId }, body: { Text } });

test("ACL-53 a bell holds nothing that its owner may no longer open: a ticket of no customer, a lost view", async () => {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const [engineer, author] = [
    await app.signIn({ kind: "engineer", resellerId }),
    await app.signIn({ kind: "engineer", resellerId }),
  ];
  const secret = await open(reseller, "Secret company matter 4711");
  await answer(secret.Id, "Noted.");
  const own = await open(author, "My laptop");
  await answer(own.Id, "Restart it.");
  const customerId = await addCustomerOf(app, reseller);
  const bell = async (person: Person) => {
    const { Items, New } = (await app.call(person, notifications.list)).Result!;
    return { New, links: Items.map(({ Content }) => /“(.+)”/.exec(Content)![1]) };
  };
  const [newest] = (await app.call(engineer, notifications.list)).Result!.Items;
  for (const person of [engineer, author])
    expect(await bell(person)).toEqual({ New: 2, links: ["My laptop", "Secret company matter 4711"] });

  for (const { membershipId } of [engineer, author])
    await app.call(reseller, restrictions.setCustomers, {
      params: { userId: membershipId },
      body: { Version: 0, Every: false, CustomerIds: [customerId] },
    });
  expect((await read(engineer, secret.Id)).status).toBe(404);
  expect(await bell(engineer)).toEqual({ New: 0, links: [] });
  expect((await app.call(engineer, notifications.change, { body: { Id: newest!.Id, Status: "read" } })).status).toBe(
    404,
  );
  // A restricted person still has the answers to a ticket they opened themselves.
  expect((await read(author, own.Id)).status).toBe(200);
  expect(await bell(author)).toEqual({ New: 1, links: ["My laptop"] });

  const { UserRoles } = (await app.call(reseller, rolesOfUsers.ofUser, { params: { userId: author.membershipId } }))
    .Result!;
  const changed = await app.call(reseller, rolesOfUsers.change, {
    params: { userId: author.membershipId },
    body: { Seen: UserRoles, UserRoles: UserRoles.filter((role) => !/support/i.test(role)) },
  });
  expect(changed.Error).toBeNull();
  expect(await bell(author)).toEqual({ New: 0, links: [] });
});
