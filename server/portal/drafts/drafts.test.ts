import { drafts } from "@tradewind/contract/portal/drafts.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const params = { form: "quote:new" };
const keep = (person: Person, value: unknown) =>
  app.call(person, drafts.keep, { params, body: { Value: JSON.stringify(value) } });
const kept = async (person: Person) => (await app.call(person, drafts.read, { params })).Result!.Value;

test("what somebody was writing is theirs alone, also in their next session, until it is dropped", async () => {
  const person = await app.signIn();
  expect(await kept(person)).toBeNull();
  await keep(person, { title: "Mail for Ac" });
  await keep(person, { title: "Mail for Acme", newPassword: "x", files: [{ Id: "1" }] });
  const again = await app.signInAgain(person);
  expect(JSON.parse((await kept(again))!)).toEqual({ title: "Mail for Acme" });
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect(await kept(colleague)).toBeNull();
  await app.call(colleague, drafts.drop, { params });
  expect(await kept(person)).not.toBeNull();
  await app.call(person, drafts.drop, { params });
  expect(await kept(again)).toBeNull();
});

test("what is no JSON, and what is too long, is refused with a word", async () => {
  const person = await app.signIn();
  const sent = (Value: string) => app.call(person, drafts.keep, { params, body: { Value } });
  expect((await sent("{")).Errors).toEqual({ Value: "Must be JSON" });
  expect((await sent("x".repeat(60_001))).status).toBe(400);
  expect((await sent(`[${"1e20,".repeat(11_000)}1]`)).Errors).toEqual({ Value: "Is too long" });
});

test("of one person fifty forms are kept, the oldest goes first", async () => {
  const person = await app.signIn();
  for (let at = 0; at <= 50; at++)
    await app.call(person, drafts.keep, { params: { form: `form ${at}` }, body: { Value: "1" } });
  const read = async (form: string) => (await app.call(person, drafts.read, { params: { form } })).Result!.Value;
  expect([await read("form 0"), await read("form 1"), await read("form 50")]).toEqual([null, "1", "1"]);
});
