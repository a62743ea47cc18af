import { expect, test } from "vitest";
import * as z from "zod/mini";
import { applicationBody } from "./access/applications.ts";
import { endpoints } from "./all.ts";
import { invitations } from "./access/invitations.ts";
import { myBusiness } from "./billing/my-business.ts";
import { customerForms } from "./customers/customer-forms.ts";
import { wholeNumber } from "./fields.ts";
import { transfers } from "./ordering/transfers.ts";

/** Every body of a form in which a person types an email address, with the names of those fields. */
const forms = [
  ["a customer", customerForms.add.body, ["ContactEmail"]],
  ["a customer changed", customerForms.update.body, ["ContactEmail"]],
  ["an application", applicationBody, ["Email"]],
  ["an invitation", invitations.send.body, ["Email"]],
  ["my business", myBusiness.change.body, ["ContactEmail", "BillingEmail"]],
] as const;

/** Whether the field itself takes the text, whatever else the form lacks. */
const takes = (body: z.ZodMiniType, name: string, text: string) => {
  const { error } = z.safeParse(body, { [name]: text });
  return !error!.issues.some(({ path }) => path[0] === name);
};

test.each(forms)("%s has the one rule for email addresses", (_what, body, names) => {
  for (const name of names) {
    const judged = (text: string) => takes(body, name, text);
    for (const right of ["a@b.co", ` a@b.${"c".repeat(15)} `, "first.last@mail.example.museum"])
      expect([name, right, judged(right)]).toEqual([name, right, true]);
    for (const wrong of ["a@b.c", `a@b.${"c".repeat(16)}`, "a@b", "a b@c.de", "a@b.co,c@d.co", "<a@b.co>", '"a"@b.co'])
      expect([name, wrong, judged(wrong)]).toEqual([name, wrong, false]);
  }
});

test("names are one line without control characters, and a pasted tab or unseen mark is no reason to refuse one", () => {
  for (const [body, name] of [
    [transfers.ask.body, "PartnerName"],
    [applicationBody, "CompanyName"],
    [applicationBody, "ContactName"],
  ] as const) {
    for (const right of [" Northwind & Sons ", "North\twind", "\u200Fشركة النور\u200E"])
      expect([name, right, takes(body, name, right)]).toEqual([name, right, true]);
    for (const wrong of ["North\nwind", "North\r\nwind", "North\u0007wind", "North\u202Ewind"])
      expect([name, wrong, takes(body, name, wrong)]).toEqual([name, wrong, false]);
  }
});

test.each([
  [" Acme.example\t", "acme.example"],
  ["https://www.Acme.example/", "www.acme.example"],
  ["http://acme.example/about?x=1#top", "acme.example"],
  ["https://acme", undefined],
  ["https://acme.example:8443/", undefined],
])("the domain %j is %j", (typed, kept) => {
  const body = { name: "Acme", organisationTypes: ["Commercial"], Domain: typed };
  expect(z.safeParse(customerForms.add.body, body).data?.Domain).toBe(kept);
});

test("a page key that is none of ours is told in one way by every list, an empty one too", () => {
  const lists = Object.values(endpoints).flatMap((each: { query?: z.ZodMiniObject }) =>
    each.query && "After" in each.query.shape ? [each.query] : [],
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const query of lists)
    for (const After of ["", "a b", "a".repeat(601)])
      expect(z.safeParse(query, { After }).error!.issues.find(({ path }) => path[0] === "After")?.message).toBe(
        "This is not the end of a page of this list. Ask for the first page again.",
      );
});

test.each([
  ["12", 12],
  [12, 12],
  ["1", 1],
])("a whole number is read as %j", (text, number) => expect(z.safeParse(wholeNumber(1, 500), text).data).toBe(number));
test.each(["1e2", "0x10", "+5", "-5", "1.0", "2,5", " ", "", "501", "0", "٣"])("%j is no whole number", (text) =>
  expect(z.safeParse(wholeNumber(1, 500), text).success).toBe(false),
);
