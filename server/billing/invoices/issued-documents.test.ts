import { createHash } from "node:crypto";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { expect, inject, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { pngAddress, pngOf } from "../../test/pictures.ts";
import { streamsOf } from "../../test/pdf.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { worldOf } from "../../test/objects.ts";
import { drawInvoice } from "./invoice-document.ts";
import { drawUbl } from "./invoice-ubl.ts";
import type { InvoiceRow } from "./invoices.store.ts";

const app = await testApp();
const { issue, invoiced, list } = invoicing(app);

const fileOf = async (person: Person, path: string) =>
  (await app.app.inject({ url: path, headers: { authorization: `Bearer ${person.token}` } })).rawPayload;

async function filesOf(person: Person) {
  const documents = await list(person);
  return Promise.all(
    documents.flatMap(({ Id }) => [
      fileOf(person, `/api/invoices/${Id}/pdf`),
      fileOf(person, `/api/invoices/${Id}/e-invoice`),
      fileOf(person, `/api/invoices/${Id}/lines.csv`),
    ]),
  );
}

/** Changes the look of a reseller's portal, and everything about the parties, products, prices and rates that a document names. */
async function changeEverything(person: Person) {
  const { Succeed } = await app.call(person, whiteLabel.change, {
    body: {
      Version: 0,
      MarketplaceWhitelabel: { Color_1_1: "dark", Color_2_1: "#c2410c" },
      DesktopImage: pngAddress(pngOf(326, 96)),
    },
  });
  expect(Succeed).toBe(true);
  app.platform.sessions.forget("");
  await app.sql(
    `update resellers set name = 'Renamed', country = 'CH', vat_number = null, company_number = '1', address1 = '1 New Street',
       town_city = 'Basel', post_code = '4000', payment_term_days = 7 where id = $1`,
    [person.resellerId],
  );
  await app.sql(
    `update customers set name = 'Renamed ' || id, organisation_type = 'Charity', address1 = '2 New Street', country = 'IE'
     where reseller_id = $1`,
    [person.resellerId],
  );
  await app.sql("update products set name = name || ', renamed'");
  await app.sql(
    "update offers set name = name || ', renamed', unit = 'Thing', sku = sku || '-renamed', for_sale = not for_sale",
  );
  await app.sql(
    "update subscriptions set name = 'Renamed', unit_cost = unit_cost + 1, customer_price = 99 where reseller_id = $1",
    [person.resellerId],
  );
  await app.sql("alter table prices disable trigger published_stays");
  await app.sql("update prices set cost = cost * 2 + 1, recommended = recommended * 3 + 1");
  await app.sql("alter table prices enable trigger published_stays");
  await app.sql(
    "insert into price_rules (reseller_id, from_date, kind, value) values ($1, '2025-01-01', 'markUp', 300)",
    [person.resellerId],
  );
  await app.sql(
    `update legal_entities set name = 'Renamed', company_number = '1', registered_office = 'Basel', address_lines = '{Basel}', country = 'CH',
       street = 'New', city = 'Basel', post_code = '1', vat_number = 'CHE1', bank_name = 'Other', account_name = 'Other', sort_code = '1', account_number = '1', iban = 'CH1', bic = 'X'`,
  );
  await app.sql("update vat_rates set percent = 21 where category = 'S'");
  await app.sql("update exchange_rates set units_per_pound = 2, source = 'Somebody else'");
  await app.sql("update invoice_counters set prefix = prefix || 'X'");
}

/** Adds a reseller whose invoice is for a subscription. */
async function subscribed() {
  const person = await app.signIn();
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 500, description: "Business Premium" }]);
  const instanceId = await worldOf(app, person).object("instanceId");
  await app.sql("alter table charges disable trigger append_only");
  await app.sql(
    `with bought as (
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
       select i.reseller_id, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 5, 1, 'active', 1, '2026-01-10', '[]',
         '{"outcome": "cancel"}', '{}'
       from service_instances i, offers o where i.id = $1 and o.id = 'CFQ7TTC0LCHC:0002:P1Y:monthly' returning reseller_id, id)
     update charges c set subscription_id = bought.id from bought where c.reseller_id = bought.reseller_id`,
    [instanceId],
  );
  await app.sql("alter table charges enable trigger append_only");
  await issue("2026-02-01");
  return person;
}

test("F10 an issued document keeps its bytes, whatever is set otherwise afterwards", async () => {
  const people = [
    await invoiced([{ due: "2026-01-10", minor: 10_003 }], "2026-02-01", { currency: "EUR" }),
    await invoiced(
      [
        { due: "2026-01-20", minor: 3333, quantity: 2 },
        { due: "2026-02-20", minor: -1000 },
      ],
      "2026-03-01",
    ),
    await subscribed(),
  ];
  const before = await Promise.all(people.map(filesOf));
  expect(before.map((files) => files.length)).toEqual([3, 6, 3]);
  for (const person of people) await changeEverything(person);

  expect(
    (await Promise.all(people.map(filesOf))).map((files, at) => files.map((file, n) => file.equals(before[at]![n]!))),
  ).toEqual([
    [true, true, true],
    [true, true, true, true, true, true],
    [true, true, true],
  ]);
});

const seller = {
  name: "Tradewind Distribution Ltd",
  addressLines: ["40 Harbourside Way", "Bristol"],
  country: "GB",
  vatNumber: "GB987654321",
  companyNumber: "09876543",
  registeredOffice: "40 Harbourside Way, Bristol",
  bankName: "Avonmouth Bank",
  accountName: "Tradewind Distribution Ltd",
  sortCode: "20-00-00",
  accountNumber: "55779911",
  iban: "GB33BUKB20201555555555",
  bic: "BUKBGB22",
};
const issued: InvoiceRow = {
  reseller_id: "018f0000-0000-7000-8000-000000000001",
  id: "018f0000-0000-7000-8000-000000000002",
  legal_entity_id: "tradewind",
  kind: "invoice",
  number: "TW-000001",
  issued_on: "2026-02-01",
  tax_point: "2026-02-01",
  period_from: "2026-01-01",
  period_until: "2026-02-01",
  due_on: "2026-03-03",
  currency: "EUR",
  net_minor: 3333n,
  vat_minor: 667n,
  gross_minor: 4000n,
  vat_sterling_minor: 579n,
  units_per_pound: "1.152000",
  rate_source: null,
  vat_category: "S",
  wording: "A wording",
  seller,
  buyer: { name: "Žižka & Søn", addressLines: ["1 Quay Street"], country: "IE", vatNumber: null },
  recorded_at: new Date("2026-02-01T06:00:00Z"),
  balance_minor: 4000n,
  status: "open",
  template: 1,
};
const corrected = {
  lineId: "018f0000-0000-7000-8000-000000000003",
  periodFrom: "2025-12-20",
  periodUntil: "2026-01-20",
  invoiceId: "018f0000-0000-7000-8000-000000000004",
  kind: "invoice" as const,
  number: "TW-000000",
  issuedOn: "2026-01-01",
};
const line = (description: string, corrects: typeof corrected | null) => ({
  customer_name: "Acme Dental",
  description,
  period_from: "2026-01-01",
  period_until: "2026-02-01",
  quantity: 2,
  measured: null,
  unit_cost: "16.66500000",
  vat_percent: "20.00",
  net_minor: 3333n,
  corrected: corrects,
});
const plain = [line("Seats", null), line("Seats, returned", null)];
const naming = [...plain, line("Returned", corrected), line("Returned", { ...corrected, invoiceId: issued.id })];
const day = (from: number, net_minor: bigint) => ({
  ...line("Business Premium, extended by the day", null),
  period_from: `2026-01-0${from}`,
  period_until: `2026-01-0${from + 1}`,
  net_minor,
});
const daily = [...naming, day(1, 72n), day(2, 73n), day(3, 72n)];
/** Of many pages: customers begin with a correction at every height of a page. */
const many = Array.from({ length: 300 }, (_, at) =>
  Array.from({ length: 1 + ((at * 7) % 5) }, (__, of) => ({
    ...line("Seats that are described at some length, ".repeat(1 + ((at + of) % 3)), of === 0 ? corrected : null),
    customer_name: `Customer ${at}`,
  })),
).flat();
const taxes = [{ category: "S", percent: "20.00", net_minor: 3333n, vat_minor: 667n }];

/** What each template draws of the same document. Never change one: what was issued with it would change. */
test.each([
  { template: 1, lines: plain, drawn: "63eec54df7db759797bed838cb9f5e096c208d47a571fd1468a948abaa3e1156" },
  { template: 2, lines: naming, drawn: "d2d782f3f8ccc52c51b82abaf344134f42201cd7e18dab22f4030f84e419bd8e" },
  { template: 2, lines: daily, drawn: "4879783958e7a6aec31c655635fb045d25daa81c1a98c5eb90b08a57f37a23d2" },
  { template: 3, lines: daily, drawn: "f6aca3953bec28dd7cc3d51733a4f1704ed657f2201dc3e09165852e67feaf82" },
  ...(inject("long")
    ? [{ template: 3, lines: many, drawn: "eccd0599227e34eb3a071e751515ecf6897e53721534f0367ac8f4465ed323ac" }]
    : []),
  { template: 4, lines: daily, drawn: "31986188c751d165f38b0c85f717d66f32a128b1b7b713b512974de7fce22594" },
  { template: 5, lines: daily, drawn: "d6f1214cfdf5c036589df289b4e33eac5c6464945add3276eb4986753c964b0b" },
])("F10 template $template draws what it always drew of $lines.length lines", async ({ template, lines, drawn }) => {
  const bytes = await drawInvoice({ ...issued, template }, lines, taxes, undefined);
  expect(createHash("sha256").update(streamsOf(bytes).join()).digest("hex")).toBe(drawn);
});

test("F10 an e-invoice is written as it always was", async () => {
  const bytes = await drawUbl(issued, daily, taxes, undefined);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(
    "bd325f6a44ae12928f97957c13740ce330a999e0da071ef5ee4d3fedaf323872",
  );
});

test("F10 a document of an earlier template has the columns that its CSV always had", async () => {
  const person = await invoiced([{ due: "2026-01-20", minor: 3333 }]);
  await app.sql("alter table invoices disable trigger append_only");
  await app.sql("update invoices set template = 1 where reseller_id = $1", [person.resellerId]);
  await app.sql("alter table invoices enable trigger append_only");
  const [, , csv] = await filesOf(person);
  expect(csv!.toString().split("\r\n")[0]).toBe(
    "\uFEFFCustomer,Product,Description,Quantity,Unit cost,From,To,Net,VAT %",
  );
});
