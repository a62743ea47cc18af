import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const { signInSigned, addCustomer, offer } = orderStory(app);

/** Proposes and orders Microsoft 365 with these answers, and tells what each says. */
async function answersTo(Details: Record<string, unknown>) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const Change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] };
  const wanted = { CustomerId: customerId, ProductId: "microsoft-365", Change };
  const { Result } = await app.call(reseller, orders.propose, { body: wanted });
  const given = { ...wanted, Details: { ...agreement, ...Details } as Record<string, string> };
  const answers = [
    await app.call(reseller, orders.propose, { body: given }),
    await app.call(reseller, orders.place, { body: { ...given, ProposalHash: Result!.Hash } }),
  ];
  expect(await app.sql("select from orders where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);
  expect(await app.sql("select from service_instances where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);
  return answers.map(({ status, Error, Errors, text }) => ({ status, Error, Errors, short: text.length < 2000 }));
}
const refused = (Errors: Record<string, string>) => {
  const each = { status: 400, Error: "invalidRequest", Errors, short: true };
  return [each, each];
};

test.each(["not-a-date", "2026-02-30", "2026-13-01", "20260101", "01/02/2026"])(
  "%s is no date on which anybody accepted an agreement, neither proposed nor ordered",
  async (AgreementDate) => {
    expect(await answersTo({ AgreementDate })).toEqual(refused({ AgreementDate: "Must be the correct format" }));
  },
);

test("a date that is too long is none either", async () => {
  for (const AgreementDate of ["1900-01-01", "2018-12-31", "2030-01-01"])
    expect(await answersTo({ AgreementDate })).toEqual(
      refused({ AgreementDate: expect.stringMatching(/^Must be a day from 01\/01\/2019 to \d\d\/\d\d\/2026$/) }),
    );
  const AgreementDate = "Must be a maximum of 10 character(s)";
  expect(await answersTo({ AgreementDate: "99999-99-99" })).toEqual(refused({ AgreementDate }));
});

test.each(["microsoftDomain", "agreementdate", "__proto__x", "tenant", " AgreementName"])(
  "%s is no question of the journey",
  async (name) => {
    expect(await answersTo({ [name]: "x" })).toEqual(refused({ [name]: "This field is not known here" }));
  },
);

test("seventeen hundred strange answers are refused in one sentence", async () => {
  const many = Object.fromEntries(Array.from({ length: 1_700 }, (_, n) => [`strange${n}`, "x"]));
  expect(await answersTo(many)).toEqual(refused({ Details: "Has more answers than any journey asks" }));
});
