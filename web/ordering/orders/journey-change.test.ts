import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { expect, test } from "vitest";
import { chooseItem, dropItem, setField, setLine, setQuantity, startAnswers } from "./journey-answers.ts";
import { changeOf, detailsOf } from "./journey-change.ts";
import { basic, fieldOf, journeyOf, phone, premium, stepOf } from "./journey-fixtures.ts";
import { drawSteps, hasProblems, problemsOf } from "./journey-steps.ts";

const standing = (id: string, sku: string, quantity: number): CurrentSubscription => ({
  Id: id,
  Sku: sku,
  OfferId: `${sku}:year`,
  Name: sku,
  ParentId: null,
  Term: "P1Y",
  Billing: "monthly",
  Unit: "Licence",
  Quantity: quantity,
  Status: "active",
  AtVendor: "provided",
  IsExtendable: false,
  TakesNewTerm: false,
  ChangesBilling: false,
  NextOfferId: null,
  UnitCost: "15.09",
  CustomerPrice: null,
  TermFrom: "2026-01-01",
  TermUntil: "2027-01-01",
  PeriodFrom: "2026-05-01",
  PeriodUntil: "2026-06-01",
  TermEnd: { Outcome: "renew", OfferId: null, Quantity: null, Until: null },
  Lots: [],
  IsUpgradable: false,
  UpgradesWhole: false,
  DispatchedAt: null,
  Attributes: [],
  Editable: [],
});
const visible = (journey: ReturnType<typeof journeyOf>, answers: ReturnType<typeof startAnswers>) =>
  drawSteps(journey, answers)
    .filter((step) => !step.hidden)
    .map((step) => step.id);

test("ORD-60 an answer shows a step and takes it away again", () => {
  const journey = journeyOf();
  const answers = startAnswers(journey);
  expect(visible(journey, answers)).not.toContain("existing");
  expect(visible(journey, setField(answers, "HasTenant", true))).toContain("existing");
});

test("add-ons are offered only where something chosen or standing carries them", () => {
  const journey = journeyOf();
  const start = startAnswers(journey);
  expect(visible(journey, chooseItem(journey, start, basic))).not.toContain("addons");
  expect(visible(journey, chooseItem(journey, start, premium))).toContain("addons");
  const owned = journeyOf({ Subscriptions: [standing("019a0000-0000-7000-8000-000000000009", premium.Sku, 5)] });
  expect(visible(owned, startAnswers(owned))).toContain("addons");
});

test("an order names its lines, and what each add-on hangs on", () => {
  const journey = journeyOf();
  let answers = chooseItem(journey, chooseItem(journey, startAnswers(journey), premium), phone);
  answers = setLine(answers, premium.Sku, { quantity: 12 });
  expect(changeOf(journey, answers)).toEqual({
    Kind: "add",
    Lines: [
      { Key: "line-1", OfferId: "Business Premium:year", Quantity: 12, AddOnTo: null },
      { Key: "line-2", OfferId: "Teams Phone:year", Quantity: 1, AddOnTo: "line-1" },
    ],
    DeliveryOption: null,
  });
  expect(changeOf(journey, dropItem(journey, answers, premium.Sku))).toBeUndefined();
});

test("an add-on hangs on the subscription that stands where nothing chosen carries it", () => {
  const id = "019a0000-0000-7000-8000-000000000009";
  const journey = journeyOf({ Subscriptions: [standing(id, premium.Sku, 5)] });
  const change = changeOf(journey, chooseItem(journey, startAnswers(journey), phone));
  expect(change).toMatchObject({ Lines: [{ OfferId: "Teams Phone:year", AddOnTo: id }] });
});

test("changed quantities are sent, unchanged ones are not, and adding waits for another order", () => {
  const [first, second] = ["019a0000-0000-7000-8000-000000000008", "019a0000-0000-7000-8000-000000000009"] as const;
  const journey = journeyOf({
    Action: "Modify",
    Steps: [stepOf("current", 2), stepOf("products", 5, { Items: [basic] }), stepOf("review", 1)],
    Subscriptions: [standing(first, premium.Sku, 5), standing(second, basic.Sku, 3)],
  });
  const start = startAnswers(journey);
  expect(changeOf(journey, start)).toBeUndefined();
  const changed = setQuantity(journey, setQuantity(journey, start, first, 8), second, 3);
  expect(changeOf(journey, changed)).toEqual({ Kind: "setQuantity", Targets: [{ Key: first, Quantity: 8 }] });
  expect(visible(journey, changed)).toEqual(["current", "review"]);
  expect(changeOf(journey, setQuantity(journey, changed, first, 5))).toBeUndefined();
});

test("deleting cancels everything that stands", () => {
  const ended = { ...standing("019a0000-0000-7000-8000-000000000007", basic.Sku, 1), Status: "cancelled" as const };
  const journey = journeyOf({ Action: "Delete", Subscriptions: [standing("a", premium.Sku, 5), ended] });
  expect(changeOf(journey, startAnswers(journey))).toEqual({ Kind: "cancel", Keys: ["a"] });
});

test("details are those of the steps drawn: empty is null, numbers are numbers", () => {
  const journey = journeyOf({
    Steps: [
      stepOf("a", 1, {
        Fields: [fieldOf("Lines", { Type: "number" }), fieldOf("Note"), fieldOf("Fast", { Type: "checkbox" })],
      }),
      stepOf("b", 1, { ShowWhen: { Field: "Fast", Value: true }, Fields: [fieldOf("Until")] }),
    ],
  });
  const answers = setField(setField(startAnswers(journey), "Lines", " 12 "), "Until", "noon");
  expect(detailsOf(journey, answers)).toEqual({ Lines: 12, Note: null, Fast: false });
  expect(detailsOf(journey, setField(answers, "Fast", true))).toMatchObject({ Until: "noon" });
});

test.each([
  ["FORM-01 required", fieldOf("Town", { Required: true }), "", "Town is required"],
  ["FORM-02 email", fieldOf("Mail", { Type: "email" }), "a@b", "Must be a valid email address"],
  ["FORM-03 length", fieldOf("Town", { MaxLength: 3 }), "Bath", "Must be a maximum of 3 character(s)"],
  [
    "FORM-05 pattern",
    fieldOf("Code", { Pattern: { Source: "^[A-Z]+$", Message: "" } }),
    "ab",
    "Must be the correct format",
  ],
  ["FORM-06 digits", fieldOf("Count", { Type: "number" }), "1.2", "Must contain only digits"],
  ["FORM-12 tick", fieldOf("Agree", { Type: "checkbox", Required: true }), false, "This is required"],
  ["a pattern that cannot be read", fieldOf("Code", { Pattern: { Source: "(", Message: "no" } }), "ab", undefined],
] as const)("a field's message: %s", (_name, field, value, message) => {
  const journey = journeyOf({ Steps: [stepOf("a", 1, { Fields: [field] })] });
  const { fields } = problemsOf(journey, setField(startAnswers(journey), field.Name, value), journey.Steps[0]!);
  expect(fields[field.Name]).toBe(message);
});

test("nothing chosen keeps a person on the step", () => {
  const journey = journeyOf();
  const products = journey.Steps.find((step) => step.Id === "products")!;
  expect(problemsOf(journey, startAnswers(journey), products).step).toBe("Choose at least one product.");
  expect(hasProblems(problemsOf(journey, chooseItem(journey, startAnswers(journey), basic), products))).toBe(false);
});
