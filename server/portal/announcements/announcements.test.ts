import { announcements } from "@tradewind/contract/portal/announcements.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp({ ANNOUNCEMENT_REMIND_HOURS: "5" });
const staff = await app.signInOperator();

type Written = SentOf<typeof announcements.add>["body"];
/** Writes an announcement for one reseller only, so that tests do not affect each other. */
const write = async ({ resellerId }: Person, changes: Partial<Written> = {}) =>
  (
    await app.call(staff, announcements.add, {
      body: {
        Kind: "announcement",
        Title: "New prices",
        Body: "From May on.\nSee the catalogue.",
        ResellerIds: [resellerId],
        ...changes,
      },
    })
  ).Result!;
const due = async (person: Person) => (await app.call(person, announcements.due)).Result!.Id;
const read = (person: Person, announcementId: string) =>
  app.call(person, announcements.byId, { params: { announcementId } });
const banner = async (person: Person) => (await app.call(person, announcements.banner)).Result;

async function passHours(hours: number) {
  await app.sql("update business_clock set offset_ms = offset_ms + $1", [hours * 3_600_000]);
  await app.platform.clock.refresh();
}

test("ANN-01 an announcement is read by its id, by whom it is for and while it is shown", async () => {
  const [person, stranger] = [await app.signIn(), await app.signIn()];
  const { Id } = await write(person);
  expect(await due(person)).toBe(Id);
  expect((await read(person, Id)).Result).toMatchObject({
    Title: "New prices",
    Body: "From May on.\nSee the catalogue.",
  });
  expect([await due(stranger), (await read(stranger, Id)).status]).toEqual([null, 404]);
  await app.call(staff, announcements.withdraw, { params: { announcementId: Id } });
  expect([await due(person), (await read(person, Id)).status]).toEqual([null, 404]);
});

test("ANN-02 do not show again holds for the person, wherever they sign in, and for good", async () => {
  const person = await app.signIn();
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const { Id } = await write(person);
  const params = { announcementId: Id };
  expect((await app.call(person, announcements.doNotShowAgain, { params })).status).toBe(200);
  const [second] = await app.sql<{ id: string }>(
    "insert into sessions (person_id, reseller_id, membership_id, expires_at) values ($1, $2, $3, now() + interval '1 day') returning id",
    [person.personId, person.resellerId, person.membershipId],
  );
  const token = await app.platform.tokens.signAccess({
    sid: second!.id,
    sub: person.personId,
    currencyCode: "GBP",
    resellerSource: "Tradewind",
    use_se: false,
  });
  expect([await due(person), await due({ ...person, token }), await due(colleague)]).toEqual([null, null, Id]);
  await app.call(person, announcements.remindLater, { params });
  await passHours(6);
  expect(await due(person)).toBe(null);
});

test("ANN-03 remind later takes no body, hides it now, and brings it back after the interval", async () => {
  const person = await app.signIn();
  const { Id } = await write(person);
  const params = { announcementId: Id };
  expect(announcements.remindLater).not.toHaveProperty("body");
  expect((await app.call(person, announcements.remindLater, { params })).status).toBe(200);
  expect(await due(person)).toBe(null);
  await passHours(4);
  expect(await due(person)).toBe(null);
  await passHours(2);
  expect(await due(person)).toBe(Id);
});

test("ANN-04 ACL-43 the banner's text comes from the API, and nothing where the reseller hides it", async () => {
  const person = await app.signIn();
  expect(await banner(person)).toBe(null);
  await write(person, { Kind: "banner", Title: "Maintenance", Body: "Sunday from 2 to 4." });
  expect(await banner(person)).toMatchObject({ Title: "Maintenance", Text: "Sunday from 2 to 4." });
  expect(await due(person)).toBe(null);
  await app.sql("update resellers set hide_banner = true where id = $1", [person.resellerId]);
  app.platform.sessions.forget("");
  expect(await banner(person)).toBe(null);
});

test("one for some kinds of user reaches only those, from its start to its end", async () => {
  const person = await app.signIn();
  const engineer = await app.signIn({ resellerId: person.resellerId, kind: "engineer" });
  const at = (hours: number) => new Date(app.platform.clock.now().getTime() + hours * 3_600_000).toISOString();
  const { Id, State } = await write(person, { UserKinds: ["engineer"], Starts: at(2), Ends: at(4) });
  expect([State, await due(engineer)]).toEqual(["planned", null]);
  await passHours(3);
  expect([await due(engineer), await due(person)]).toEqual([Id, null]);
  await passHours(2);
  expect(await due(engineer)).toBe(null);
  const listed = (await app.call(staff, announcements.list)).Result!.Items.find((each) => each.Id === Id);
  expect(listed).toMatchObject({ State: "over", UserKinds: ["engineer"], CreatedBy: "Olive Operator" });
});

test("invalid fields are named", async () => {
  const person = await app.signIn();
  const body = { Kind: "banner", Title: "Maintenance", Body: "Sunday." } as const;
  const refusalOf = async (changes: object) =>
    (await app.call(staff, announcements.add, { body: { ...body, ...changes } })).Errors;
  expect(await refusalOf({ Title: " ", Body: "" })).toEqual({ Title: "Title is required", Body: "Text is required" });
  expect(await refusalOf({ Starts: "2026-05-02T10:00:00Z", Ends: "2026-05-02T09:00:00Z" })).toEqual({
    Ends: "Must be after the start",
  });
  expect(await refusalOf({ Ends: "tomorrow" })).toEqual({ Ends: "Must be a date and time" });
  expect(await refusalOf({ ResellerIds: [person.resellerId, person.personId] })).toEqual({
    ResellerIds: "One of these resellers does not exist",
  });
});
