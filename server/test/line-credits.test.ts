import { lineCredits } from "@tradewind/contract/billing/line-credits.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { billingChecks } from "@tradewind/tools/demo/invariants-sql.ts";
import { expect, test } from "vitest";
import { addCharges } from "./charges.ts";
import { invoicing } from "./invoicing.ts";
import { testApp } from "./test-app.ts";

const app = await testApp();
const { issue, list } = invoicing(app);

/** What must hold of documents, charges and vendors' bills beside credits by hand. */
const rules = [
  "every charge due before the day that is invoiced until stands on one invoice, with its amount",
  "no charge is invoiced before it is due",
  "the lines of an invoice add up to its net, its taxes to its VAT",
  "the sums of an invoice by product are those of its lines",
  "the ledger balances in each currency",
  "what an invoice posts as receivable is its gross",
  "every charge of an offer that a vendor asks for owes that vendor, in the same month and direction",
  "what an invoice posts as owed to a vendor is what its charges owe",
  "every invoice number follows the one before",
];

test("beside credits by hand the next month is invoiced as ever, vendors are owed as before, and all books hold", async () => {
  const today = app.platform.clock.today();
  const staff = await app.signInOperator();
  const person = await app.signIn();
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 10_000 }]);
  // Its vendor asks for half of it.
  await app.sql(
    `insert into payables (reseller_id, charge_id, vendor, due_on, unit_cost, amount_minor, currency)
     select c.reseller_id, c.id, p.fulfiller, c.due_on, 50, 5000, c.currency from charges c join products p on p.id = c.product_id
     where c.reseller_id = $1`,
    [person.resellerId],
  );
  await issue(addDays(today, -40));
  const [invoice] = await list(person);
  const params = { resellerId: person.resellerId, invoiceId: invoice!.Id };
  const [line] = (await app.call(staff, lineCredits.lines, { params })).Result!.Items;
  const Lines = [{ LineId: line!.Id, Net: { Minor: "1000", Currency: "GBP" as const } }];
  for (const Words of ["Once", "Twice"])
    expect(
      (await app.call(staff, lineCredits.enter, { params, body: { Lines, Reason: "agreed", Words } })).Result,
    ).toMatchObject({ State: "issued" });
  await addCharges(app, person.resellerId, [{ due: addDays(today, -1), minor: 700 }]);
  await issue(addDays(today, 40));
  const kinds = (await list(person)).map(({ Kind }) => Kind);
  expect(kinds.toSorted((a, b) => a.localeCompare(b))).toEqual(["creditMemo", "creditMemo", "invoice", "invoice"]);
  for (const rule of rules) expect([rule, await app.sql(billingChecks[rule]!)]).toEqual([rule, []]);
  expect(
    await app.sql(
      "select sum(amount_minor)::text as owed from ledger_entries where reseller_id = $1 and account like 'payable:%'",
      [person.resellerId],
    ),
  ).toEqual([{ owed: "-5000" }]);
});
