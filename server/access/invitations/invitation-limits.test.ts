import { invitations } from "@tradewind/contract/access/invitations.ts";
import { expect, test } from "vitest";
import { mailsTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const freshAddress = () => `${crypto.randomUUID().slice(0, 12)}@northwind.example`;
const send = (person: Person, more: { Email?: string } = {}) =>
  app.call(person, invitations.send, {
    body: { Kind: "engineer", FirstName: "Jo", LastName: "Lane", Email: freshAddress(), ...more },
  });
const waits = async (sending: ReturnType<typeof send>) => {
  const { status, Messages } = await sending;
  return status === 429 && Messages[0]!.startsWith("Too many invitations were sent.");
};

test("an address gets at most five mails of a company in a quarter of an hour, resent ones included", async () => {
  const [reseller, stranger] = [await app.signIn(), await app.signIn()];
  const Email = freshAddress();
  const { Result } = await send(reseller, { Email });
  const params = { invitationId: Result!.Id };
  for (let sent = 1; sent < 5; sent++)
    expect((await app.call(reseller, invitations.resend, { params })).status).toBe(200);
  const refused = await app.call(reseller, invitations.resend, { params });
  expect([refused.status, refused.Error]).toEqual([429, "tooManyRequests"]);
  expect(await mailsTo(app, Email)).toHaveLength(5);
  expect((await send(reseller)).status).toBe(200);
  expect((await send(stranger, { Email: Email.toUpperCase() })).status).toBe(200);
});

test("a person sends thirty an hour and a company a hundred a day, and no other company waits for it", async () => {
  const reseller = await app.signIn();
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  const statuses = [];
  for (let sent = 0; sent < 31; sent++) statuses.push((await send(reseller)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await send(colleague)).status).toBe(200);
  await app.sql("update sign_in_attempts set count = 100 where key like 'mail-company-%'");
  expect(await waits(send(colleague))).toBe(true);
  expect((await send(await app.signIn())).status).toBe(200);
});
