import { footer } from "@tradewind/contract/portal/footer.ts";
import { ratings } from "@tradewind/contract/portal/ratings.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const staff = await app.signInOperator();

const required = async (person: Person) => (await app.call(person, ratings.required)).Result;
const ask = (Enabled: boolean, UserKinds: ("engineer" | "reseller")[] = []) =>
  app.call(staff, ratings.ask, { params: { featureId: "ordering" }, body: { Enabled, UserKinds } });
const save = (person: Person, Rating: boolean | null, Comments = "") =>
  app.call(person, ratings.save, { body: { FeatureId: "ordering", Rating, Comments } });

/** Adds a person who has used the feature that many times. */
async function userOf(times: number, kind: "reseller" | "engineer" = "reseller") {
  const person = await app.signIn({ kind });
  await app.sql(
    `insert into activity (reseller_id, at, person_id, who, object_kind, action, what)
     select $1, now(), $2, 'Robin Tester', 'order', 'orders.add', 'Ordered' from generate_series(1, $3)`,
    [person.resellerId, person.personId, times],
  );
  return person;
}

test("RATE-01 a rating is due with the third use, while the operator asks for it, of those it asks", async () => {
  const [seldom, often, engineer] = [await userOf(2), await userOf(3), await userOf(3, "engineer")];
  expect([await required(seldom), await required(often)]).toEqual([null, null]);
  await ask(true, ["reseller"]);
  expect(await required(seldom)).toBe(null);
  expect(await required(often)).toEqual({
    FeatureId: "ordering",
    Title: "How is ordering?",
    Description: expect.stringContaining("ordered services"),
  });
  expect(await required(engineer)).toBe(null);
  await ask(true);
  expect(await required(engineer)).toMatchObject({ FeatureId: "ordering" });
});

test("people who opted out of surveys are not asked until they opt in again", async () => {
  await ask(true);
  const person = await userOf(3);
  const without = (...OptedOut: ("surveys" | "newsletters")[]) =>
    app.call(person, footer.setOptOuts, { body: { OptedOut } });
  await without("surveys");
  expect(await required(person)).toBe(null);
  await without("newsletters");
  expect(await required(person)).toMatchObject({ FeatureId: "ordering" });
});

test("people who answered or closed the question are left alone for ninety days", async () => {
  await ask(true);
  const [answered, closed] = [await userOf(3), await userOf(3)];
  await save(answered, true, "Quick");
  await save(closed, null);
  expect([await required(answered), await required(closed)]).toEqual([null, null]);
  await app.sql("update ratings set created_at = created_at - interval '91 days' where reseller_id = $1", [
    answered.resellerId,
  ]);
  expect(await required(answered)).toMatchObject({ FeatureId: "ordering" });
});

test("two tabs answering at once leave one answer, and people cannot answer a question they were not asked", async () => {
  await ask(true);
  const [twice, unasked] = [await userOf(3), await userOf(2)];
  await Promise.all([save(twice, true), save(twice, false), save(unasked, true)]);
  const answers = await app.sql<{ of: string }>("select reseller_id as of from ratings where reseller_id = any($1)", [
    [twice.resellerId, unasked.resellerId],
  ]);
  expect(answers.map(({ of }) => of)).toEqual([twice.resellerId]);
});

test("the operator sees counts and comments with their authors, on screen and as a file", async () => {
  const before = (await app.call(staff, ratings.results)).Result!.Features.find(({ Id }) => Id === "ordering")!;
  await ask(true);
  const [up, down, closed] = [await userOf(3), await userOf(3), await userOf(3)];
  await save(up, true);
  await save(down, false, "=1+1 is slow");
  await save(closed, null);
  const { Features, Comments } = (await app.call(staff, ratings.results)).Result!;
  const { Up, Down, Unanswered } = Features.find(({ Id }) => Id === "ordering")!;
  expect([Up - before.Up, Down - before.Down, Unanswered - before.Unanswered]).toEqual([1, 1, 1]);
  expect(Comments[0]).toMatchObject({
    FeatureId: "ordering",
    Rating: false,
    Comments: "=1+1 is slow",
    Who: "Robin Tester",
    ResellerName: expect.stringMatching(/^Reseller /),
  });
  const { text } = await app.call(staff, ratings.csv);
  expect(text.split("\r\n")[0]).toBe("Feature,Rating,Comments,Who,Reseller,When (UTC)");
  expect(text).toContain("How is ordering?,down,'=1+1 is slow,Robin Tester,");
});

test("a rating of a feature there is not, or of too many words, is refused", async () => {
  const person = await app.signIn();
  const refused = async (changes: object) =>
    app.call(person, ratings.save, { body: { FeatureId: "ordering", Rating: true, ...changes } });
  expect((await refused({ FeatureId: "flying" })).status).toBe(404);
  expect((await refused({ Comments: "x".repeat(1001) })).Errors).toEqual({
    Comments: "Must be a maximum of 1000 character(s)",
  });
  expect((await refused({ Rating: "up" })).status).toBe(400);
});
