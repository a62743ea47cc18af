import { ukVatRates } from "@tradewind/domain/billing/vat.ts";
import { goodVatNumber } from "@tradewind/domain/values/vat-numbers.ts";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { testApp } from "../../test/test-app.ts";
import { issueInvoicesDue } from "../invoices/invoice-run.actions.ts";
import { findPricingBasis } from "./vat.store.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

test("an order is taxed as its invoice will be, by the reseller's country and VAT number, and priced by the present catalogue", async () => {
  const [{ version }] = (await app.sql("select version from catalogue_version")) as [{ version: string }];
  const categories: string[] = [];
  for (const [country, vatNumber] of [
    ["GB", "GB123456727"],
    ["GB", null],
    ["IE", "IE6388047V"],
    ["IE", null],
    ["IE", "applied for"],
    ["IE", "IE6388047W"],
    ["IE", "GB123456727"],
    ["IE", "ie 6388047 v"],
    ["CH", null],
  ] as const) {
    const resellerId = await app.addReseller({ country });
    await app.sql("update resellers set vat_number = $2 where id = $1", [resellerId, vatNumber]);
    const basis = await database.read({ role: "app_tenant", resellerId }, (db) => findPricingBasis(db, resellerId));
    await addCharges(app, resellerId, [{ due: "2026-01-20", minor: 1000 }]);
    await issueInvoicesDue({ ...app.platform, database }, "2026-02-01");
    const [row] = await app.sql<{
      category: string;
      wording: string | null;
      said: string | null;
    }>("select vat_category as category, wording, buyer->>'vatNumber' as said from invoices where reseller_id = $1", [
      resellerId,
    ]);
    const { said, ...invoice } = row!;
    expect(basis).toMatchObject({
      version,
      vat: { treatment: { ...invoice, buyerVatNumber: goodVatNumber(vatNumber, country) }, rates: ukVatRates },
    });
    expect(said).toBe(basis.vat.treatment.buyerVatNumber && vatNumber);
    categories.push(invoice.category);
  }
  expect(categories).toEqual(["S", "S", "AE", "S", "S", "S", "S", "AE", "O"]);
});

test("the table of VAT rates agrees with the domain", async () => {
  const rows = await app.sql(
    `select category, trim_scale(percent)::text as percent, valid_from::text as "from", valid_until::text as until from vat_rates order by category`,
  );
  expect(rows).toEqual(ukVatRates.toSorted((a, b) => (a.category < b.category ? -1 : 1)));
});
