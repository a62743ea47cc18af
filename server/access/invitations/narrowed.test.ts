import { invitations } from "@tradewind/contract/access/invitations.ts";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { mailsTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const freshAddress = () => `${crypto.randomUUID().slice(0, 12)}@northwind.example`;
const accept = (Key: string) =>
  app.call(null, invitations.accept, { body: { Key, NewPassword: "Juniper-Ferry-8841" } });
const keysTo = async (email: string) => (await mailsTo(app, email)).map(({ key }) => key);
const send = (
  person: Person,
  Kind: "engineer" | "endUserAdmin",
  more: { Email?: string; CustomerId?: string; CustomerIds?: string[] },
) =>
  app.call(person, invitations.send, {
    body: { Kind, FirstName: "Jo", LastName: "Lane", Email: freshAddress(), ...more },
  });

test("a colleague is invited for certain customers, which are all that they see from the first moment", async () => {
  const boss = await app.signIn();
  const { resellerId } = boss;
  const [one, two, three] = [
    await addCustomer(app, resellerId),
    await addCustomer(app, resellerId),
    await addCustomer(app, resellerId),
  ];
  const foreign = await addCustomer(app, (await app.signIn()).resellerId);
  const seenBy = async (Email: string) => {
    expect((await accept((await keysTo(Email))[0]!)).status).toBe(200);
    const rows = await app.sql<{ only: boolean; ids: string[] }>(
      `select only_customers as only, array(select customer_id::text from membership_customers c
         where c.membership_id = m.id order by 1) as ids from memberships m where email = $1`,
      [Email],
    );
    return rows[0]!;
  };
  const Email = freshAddress();
  expect((await send(boss, "engineer", { Email, CustomerIds: [one, two] })).status).toBe(200);
  const { Result } = await app.call(boss, invitations.list, { query: {} });
  expect(Result!.Items[0]).toMatchObject({ Email, Customers: 2 });
  expect(await seenBy(Email)).toEqual({ only: true, ids: [one, two].toSorted() });

  for (const CustomerIds of [[one, foreign], [crypto.randomUUID()]])
    expect((await send(boss, "engineer", { CustomerIds })).status).toBe(404);
  expect((await send(boss, "endUserAdmin", { CustomerId: one, CustomerIds: [one] })).status).toBe(404);
  expect((await send(boss, "engineer", { CustomerIds: [] })).status).toBe(400);

  // Who looks after some customers gives some of these, and those that were taken from them since are not given.
  const some = await app.signIn({ resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [some.membershipId]);
  await app.sql(
    "insert into membership_customers (reseller_id, membership_id, customer_id) select $1, $2, unnest($3::uuid[])",
    [resellerId, some.membershipId, [two, three]],
  );
  expect((await send(some, "engineer", { CustomerIds: [one] })).status).toBe(404);
  const later = freshAddress();
  expect((await send(some, "engineer", { Email: later, CustomerIds: [two, three] })).status).toBe(200);
  await app.sql("delete from membership_customers where membership_id = $1 and customer_id = $2", [
    some.membershipId,
    three,
  ]);
  expect(await seenBy(later)).toEqual({ only: true, ids: [two] });
});
