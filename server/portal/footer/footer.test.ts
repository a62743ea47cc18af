import { footer } from "@tradewind/contract/portal/footer.ts";
import { optOutIds, policyIds } from "@tradewind/domain/portal/footer.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const staff = await app.signInOperator();

const buttons = async () => (await app.call(null, footer.buttons)).Result!.Items;
const change = (Items: object[]) => app.call(staff, footer.change, { body: { Items: Items as never } });
const line = (Group: string, Label: string, more: object = {}) => ({ Group, Label, Link: null, Policy: null, ...more });

test("SHELL-36 what the operator writes is what the footer's call answers, signed in or not", async () => {
  expect(new Set((await buttons()).map(({ Group }) => Group))).toEqual(
    new Set(["social", "legal", "company", "terms"]),
  );
  const items = [
    line("terms", "Terms", { Policy: "terms" }),
    line("social", "Forum", { Link: "https://forum.example/tradewind" }),
    line("company", "Tradewind Distribution Ltd"),
    line("legal", "Messages", { Link: "/opt-out" }),
  ];
  const sorted = [items[1], items[3], items[2], items[0]];
  expect((await change(items)).Result!.Items).toEqual(sorted);
  expect(await buttons()).toEqual(sorted);
});

test("lines with two targets, invalid addresses, unknown parts and empty texts are refused", async () => {
  const before = await buttons();
  for (const bad of [
    line("legal", "Both", { Link: "/opt-out", Policy: "terms" }),
    line("legal", "Script", { Link: "javascript:alert(1)" }),
    line("legal", "Plain", { Link: "http://elsewhere.example" }),
    line("legal", "Elsewhere", { Link: "//elsewhere.example" }),
    line("legal", " "),
    line("head", "Part"),
    line("legal", "Policy", { Policy: "other" }),
  ])
    expect([bad, (await change([bad])).status]).toEqual([bad, 400]);
  expect((await change(Array.from({ length: 41 }, () => line("legal", "Line")))).status).toBe(400);
  expect(await buttons()).toEqual(before);
});

test("SET-11 every policy is answered by its id, others are not found", async () => {
  for (const policyId of policyIds)
    expect((await app.call(null, footer.policy, { params: { policyId } })).Result).toMatchObject({ Id: policyId });
  expect((await app.call(null, footer.policy, { params: { policyId: "other" as never } })).status).toBe(404);
});

test("SET-12 SET-13 the privacy policy is made of all five types of section, the opt-outs among them", async () => {
  const { Sections } = (await app.call(null, footer.policy, { params: { policyId: "privacy" } })).Result!;
  expect(new Set(Sections.map(({ Type }) => Type))).toEqual(
    new Set(["custom", "header", "content", "subContent", "list"]),
  );
  expect(Object.keys(Sections[0]!).toSorted()).toEqual(
    ["Type", "Content", "ContentLabel", "AnchorValue", "AnchorText", "NestingLevel"].toSorted(),
  );
  expect(Sections.filter(({ Type }) => Type === "custom").map(({ Content }) => Content)).toEqual(["OptOuts"]);
});

test("SHELL-45 the data-protection statement names 25 May 2018 and 72 hours", async () => {
  const { Sections } = (await app.call(null, footer.policy, { params: { policyId: "dataProtection" } })).Result!;
  const text = Sections.map(({ Content }) => Content).join(" ");
  expect(text).toContain("25 May 2018");
  expect(text).toContain("72 hours");
});

const outOf = async (person: Person) =>
  (await app.call(person, footer.optOuts)).Result!.Items.filter(({ OptedOut }) => OptedOut).map(({ Id }) => Id);

test("SET-10 what a person opts out of is kept, for that person alone", async () => {
  const [person, colleague] = [await app.signIn(), await app.signIn()];
  const { Items } = (await app.call(person, footer.optOuts)).Result!;
  expect(Items.map(({ Id }) => Id)).toEqual([...optOutIds]);
  expect(await outOf(person)).toEqual([]);
  const put = (OptedOut: string[]) => app.call(person, footer.setOptOuts, { body: { OptedOut: OptedOut as never } });
  expect((await put(["surveys", "newsletters", "surveys"])).status).toBe(200);
  expect([await outOf(person), await outOf(colleague)]).toEqual([["newsletters", "surveys"], []]);
  await put(["surveys"]);
  expect(await outOf(person)).toEqual(["surveys"]);
  await put([]);
  expect(await outOf(person)).toEqual([]);
  expect((await put(["invoices"])).status).toBe(400);
});

test("the operator's own people may do without messages too", async () => {
  await app.call(staff, footer.setOptOuts, { body: { OptedOut: ["productNews"] } });
  expect(await outOf(staff)).toEqual(["productNews"]);
});
