import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { readPdf } from "../../test/pdf.ts";
import { quoteStory } from "../../test/quote-story.ts";
import { requestStory } from "../../test/request-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue, list } = invoicing(app);
const { begin, wanted, propose, hashed } = requestStory(app);
const { draftFor, make, send, sent } = quoteStory(app);

const lines = ["Harland House", "Unit 4, 12 Queen’s Road", "Belfast", "County Antrim", "BT3 9DU"];
const move = async ({ resellerId }: Person, [address1, address2, town, county, postCode]: readonly string[]) =>
  app.sql(
    "update resellers set address1 = $2, address2 = $3, town_city = $4, county = $5, post_code = $6 where id = $1",
    [resellerId, address1, address2, town, county, postCode],
  );
const away = (person: Person) => move(person, ["", "", "", "", ""]);

async function fileOf(person: Person, url: string) {
  const { rawPayload } = await app.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
  return rawPayload;
}
const textOf = (pdf: Buffer) =>
  readPdf(pdf)
    .texts.map(({ text }) => text)
    .join(" ");

test("every document of a company has each line of its address, and the country by name", async () => {
  const reseller = await app.signIn();
  await move(reseller, lines);
  const params = { agreementId: "azure" };
  const { Version, TextHash } = (await app.call(reseller, agreements.byId, { params })).Result!;
  const by = { ReadToEnd: true as const, Name: "Robin Tester", JobTitle: "Director" };
  await app.call(reseller, agreements.sign, { params, body: { Version, TextHash, ...by } });
  const { owner, customerId } = await begin({}, reseller);
  await addCharges(app, owner.resellerId, [{ due: "2026-01-10", minor: 500 }]);
  await issue("2026-02-01");
  const [item] = await list(owner);
  const { Buyer } = (await app.call(owner, invoices.byId, { params: { invoiceId: item!.Id } })).Result!;
  expect(Buyer).toMatchObject({ AddressLines: lines, Country: "GB" });
  const files = await Promise.all(
    ["pdf", "e-invoice"].map((kind) => fileOf(owner, `/api/invoices/${item!.Id}/${kind}`)),
  );
  const drawn = textOf(files[0]!);
  expect(drawn).toContain([...lines, "United Kingdom"].join(" "));
  const parts = ["StreetName", "AdditionalStreetName", "CityName", "CountrySubentity", "PostalZone"];
  for (const [at, part] of parts.entries())
    expect(String(files[1])).toContain(`<cbc:${part}>${lines[at]}</cbc:${part}>`);

  const { quoteId } = await sent(owner, draftFor([customerId]));
  const [quote] = await app.sql<{ bytes: Buffer }>("select bytes from quote_documents where quote_id = $1", [quoteId]);
  expect(textOf(quote!.bytes)).toContain([...lines, "United Kingdom"].join(" "));
  const copy = await fileOf(owner, agreements.download.path.replace(":agreementId", "azure"));
  expect(textOf(copy)).toContain([...lines, "United Kingdom"].join(", "));
});

test("a company without an address is asked for it before its first order and quote, and the operator sees it; one that was charged before goes on", async () => {
  const { owner, customerId } = await begin({});
  const operator = await app.signInOperator();
  const listed = async () =>
    (await app.call(operator, myBusiness.requests, { query: { Status: "waiting" } })).Result!.WithoutAddress;
  const { Name } = (await app.call(owner, myBusiness.current)).Result!;
  await away(owner);
  expect(await listed()).toContain(Name);
  const journey = () =>
    app.call(owner, orders.journey, {
      params: { by: "product", name: "microsoft-365" },
      query: { CustomerId: customerId, Action: "Add" },
    });
  const order = wanted(customerId);
  // What it would cost is shown before.
  expect((await propose(owner, order)).status).toBe(200);
  const place = async () => app.call(owner, orders.place, { body: await hashed(owner, order) });
  const quoteId = await make(owner, draftFor([customerId]));
  for (const refused of [await journey(), await place(), await send(owner, quoteId)])
    expect(refused).toMatchObject({ status: 409, Error: "addressMissing" });

  await addCharges(app, owner.resellerId, [{ due: "2026-01-10", minor: 500 }]);
  expect((await journey()).status).toBe(200);

  const other = await begin({});
  await away(other.owner);
  await move(other.owner, lines);
  expect(await listed()).not.toContain((await app.call(other.owner, myBusiness.current)).Result!.Name);
  const theirs = wanted(other.customerId);
  expect((await app.call(other.owner, orders.place, { body: await hashed(other.owner, theirs) })).Error).toBeNull();
});
