import { search } from "@tradewind/contract/insight/search.ts";
import { expect, test } from "vitest";
import { worldOf } from "../../test/objects.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();

const everything = async (person: Person, Text: string) => {
  const { Items } = (await app.call(person, search.everything, { query: { Text } })).Result!;
  return Items.map(({ Kind, Title, Hint }) => `${Kind} ${Title} (${Hint})`);
};
/** What is found beside the plans of the catalogue, in which many a text is. */
const found = async (person: Person, Text: string) =>
  (await everything(person, Text)).filter((each) => !each.startsWith("plan "));

async function addCustomer(person: Person, name: string): Promise<string> {
  const [made] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id",
    [person.resellerId, name],
  );
  return made!.id;
}
const addService = (person: Person, customer: string, status = "Active") =>
  app.sql(
    `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at) values ($1, $2, 'microsoft-365', $3, now(), now())`,
    [person.resellerId, customer, status],
  );

test("customers, services, people and invoices are found by part of their names, each with the address of its page", async () => {
  const person = await app.signIn();
  const acme = await addCustomer(person, "Acme Dental");
  await addCustomer(person, "Birch & Acme");
  await addService(person, acme);
  await addService(person, acme, "Deleted");
  await app.sql("update memberships set first_name = 'Acmela' where id = $1", [person.membershipId]);
  expect(await found(person, "acme")).toEqual([
    "customer Acme Dental (Active)",
    "customer Birch & Acme (Active)",
    "service Microsoft 365 (Acme Dental)",
    `person Acmela Tester (${person.email})`,
  ]);
  expect(await found(person, "soft 36")).toEqual(["service Microsoft 365 (Acme Dental)"]);
  expect(await everything(person, "business premum")).toContain("plan Microsoft 365 Business Premium (Microsoft 365)");
  const invoiceId = await worldOf(app, person).object("invoiceId");
  const { Items } = (await app.call(person, search.everything, { query: { Text: "TEST-" } })).Result!;
  expect(Items).toMatchObject([{ Kind: "invoice", Link: `/billing/invoice-detail/${invoiceId}` }]);
  const customer = (await app.call(person, search.everything, { query: { Text: "dental" } })).Result!.Items[0]!;
  expect(customer.Link).toBe(`/customers/customer/${acme}`);
});

test("people are found by their address too, and by words in any order without accents", async () => {
  const person = await app.signIn();
  const email = "30642858-500@example.com";
  await app.sql("update memberships set first_name = 'Séamus', last_name = 'O’Néill', email = $2 where id = $1", [
    person.membershipId,
    email,
  ]);
  // The last looks like a telephone number.
  for (const text of ["o'neill seamus", "500@exam", "30642858-500"])
    expect(await found(person, text)).toEqual([`person Séamus O’Néill (${email})`]);
});

test("two letters find names in which a word begins with them", async () => {
  const person = await app.signIn();
  await addCustomer(person, "Acme Dental");
  await addCustomer(person, "Dean Garage");
  await addCustomer(person, "Alden Flooring");
  expect(await found(person, "de")).toEqual(["customer Dean Garage (Active)", "customer Acme Dental (Active)"]);
  expect(await found(person, "den")).toHaveLength(2);
});

test("pattern characters are taken literally, and searches too short or too long are refused with a message", async () => {
  const person = await app.signIn();
  await addCustomer(person, "100% Fitness_Studio");
  await addCustomer(person, "1000 Fitness Studios");
  expect(await found(person, "00%")).toEqual(["customer 100% Fitness_Studio (Active)"]);
  expect(await found(person, "s_s")).toEqual(["customer 100% Fitness_Studio (Active)"]);
  expect(await found(person, "\\\\")).toEqual([]);
  const refused = async (Text: string) => (await app.call(person, search.everything, { query: { Text } })).Errors;
  expect(await refused("a ")).toEqual({ Text: "Type at least 2 letters" });
  expect(await refused("a".repeat(101))).toEqual({ Text: "Must be a maximum of 100 character(s)" });
});

test("each kind is found only by people who may open it, and never across tenants", async () => {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const [acme, sibling] = [await addCustomer(reseller, "Acme Dental"), await addCustomer(reseller, "Acme Sibling")];
  await addService(reseller, acme);
  await addService(reseller, sibling);
  await worldOf(app, reseller).object("invoiceId");
  const person = (held: string[], changes: object = { kind: "engineer" }) =>
    app.signIn({ resellerId, rights: held as never, ...changes });

  expect(await found(await person([]), "acme")).toEqual([]);
  expect(await found(await person(["billing"]), "test-")).toHaveLength(1);
  expect(await found(await person(["customers"]), "test-")).toEqual([]);
  expect(await found(await person(["manageService"]), "acme")).toEqual([
    "service Microsoft 365 (Acme Dental)",
    "service Microsoft 365 (Acme Sibling)",
  ]);
  expect((await found(await person(["manageUsers"]), "tester")).length).toBeGreaterThan(2);
  const rights = ["customers", "manageService", "billing", "manageUsers"];
  const admin = await person(rights, { kind: "endUserAdmin", customerId: acme });
  expect(await found(admin, "acme")).toEqual(["customer Acme Dental (Active)", "service Microsoft 365 (Acme Dental)"]);
  expect(await found(admin, "test-")).toEqual([]);
  expect(await found(admin, "tester")).toEqual(["person Robin Tester (Acme Dental)"]);
  const stranger = await app.signIn();
  expect(await found(stranger, "acme")).toEqual([]);
});

test("a person restricted to some customers finds only these, with their services and people", async () => {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const [own, other] = [await addCustomer(reseller, "Acme Own"), await addCustomer(reseller, "Acme Other")];
  for (const customerId of [own, other]) {
    await addService(reseller, customerId);
    await app.signIn({ kind: "endUser", resellerId, customerId });
  }
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  await app.sql("insert into membership_customers values ($1, $2, $3)", [resellerId, engineer.membershipId, own]);
  app.platform.sessions.forget("");
  expect(await found(engineer, "acme")).toEqual(["customer Acme Own (Active)", "service Microsoft 365 (Acme Own)"]);
  const people = await found(engineer, "tester");
  expect(people).toContain("person Robin Tester (Acme Own)");
  expect(people).not.toContain("person Robin Tester (Acme Other)");
});
