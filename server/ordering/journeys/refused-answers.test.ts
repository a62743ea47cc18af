import { shapeOfForm } from "@tradewind/contract/catalogue/form-wire.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { attributeField } from "@tradewind/contract/ordering/attribute-words.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";
import { shapeOfFields, shapeOfSteps } from "@tradewind/contract/ordering/journey-form.ts";
import { orders, type Journey, type JourneyItem, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { faultsOf, type FormField, type FormValue, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { expect, inject, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const { signInSigned, addCustomer } = orderStory(app);
const reseller = await signInSigned();
const CustomerId = await addCustomer(reseller);
const products = (await app.call(reseller, catalogue.marketplace)).Result!.Items.filter(
  ({ ManagedElsewhere }) => !ManagedElsewhere,
);

/** Answers to questions that have a pattern of their own. */
const samples: Readonly<Record<string, string>> = {
  MailDomain: "acme.example",
  CompanyNumber: "01234567",
  ServerName: "files-1",
  TenantDomain: "acme.onmicrosoft.com",
  Postcode: "LS1 1AA",
  AreaCode: "0113",
  Telephone: "01234 567 890",
  AgreementDate: "2026-01-01",
};
const sampleOf = ({ name, options, whenEmpty, pattern, kind }: FormField): FormValue => {
  if (whenEmpty === "accept") return null;
  if (kind === "checkbox") return true;
  const isAddress = kind === "email" || pattern?.includes("@");
  return samples[name] ?? options?.[0]?.value ?? (isAddress ? "ada@acme.example" : "Head office");
};
const samplesOf = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]));

/** No answer, and answers of which some fit no question. */
const strange = [undefined, "", " ", false, "<no such thing>", "2026-02-30", "x".repeat(400), "\u202Ex"];
const fits = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, "u").test(text);
/** Lists the answers that the portal's form refuses, with what it says: all in a long run, one of which it says the same in others. */
function refusedBy(field: FormField): { value: FormValue | undefined; says: string }[] {
  const refused = strange.flatMap((value) => {
    const given = value === undefined ? {} : { [field.name]: value };
    const says = faultsOf({ fields: [field], dependencies: [] }, given, fits)[field.name];
    return says === undefined ? [] : [{ value, says }];
  });
  return inject("long") ? refused : [...new Map(refused.map((each) => [each.says, each])).values()];
}

async function read(productId: string) {
  const { Result } = await app.call(reseller, orders.journey, {
    params: { by: "product", name: productId },
    query: { CustomerId, Action: "Add" },
  });
  const journey = Result!;
  const fields = [...shapeOfSteps(journey.Steps, {}, journey.Delivery.length > 0).fields];
  for (const { FormId } of journey.Steps)
    if (FormId !== null) {
      const form = await app.call(reseller, forms.dynamicForm, { params: { formId: FormId } });
      fields.push(...shapeOfForm(form.Result!).fields);
    }
  return { journey, fields, items: journey.Steps.flatMap(({ Items }) => Items) };
}

type Add = Extract<WireChange, { Kind: "add" }>;
type Line = Add["Lines"][number];
const lineOf = (item: JourneyItem, Key = "a"): Line => ({
  Key,
  OfferId: item.Offers[0]!.OfferId,
  Quantity: Math.max(item.Minimum, 1),
  Attributes: samplesOf(shapeOfFields(item.Attributes).fields),
});
/** What is added with an item: an add-on comes with one that it goes with. */
function addOf(item: JourneyItem, items: readonly JourneyItem[], { Delivery }: Journey): Add {
  const parent = items.find(({ Sku }) => item.NeedsOneOf.includes(Sku));
  const lines = parent ? [{ ...lineOf(item), AddOnTo: "b" }, lineOf(parent, "b")] : [lineOf(item)];
  return { Kind: "add", Lines: lines, DeliveryOption: Delivery[0]?.Id ?? null };
}
const answered = (
  answers: FormValues,
  { name }: FormField,
  value: FormValue | undefined,
): Record<string, FormValue> => {
  const { [name]: _, ...others } = answers;
  return value === undefined ? others : { ...others, [name]: value };
};
const withLine = (change: Add, rest: Partial<Line>): Add => ({
  ...change,
  Lines: [{ ...change.Lines[0]!, ...rest }, ...change.Lines.slice(1)],
});

/** Items of which something else is asked or refused, one of each kind; a long run looks at every item. */
const kindsOf = (items: readonly JourneyItem[]) =>
  inject("long")
    ? items
    : Object.values(
        Object.groupBy(items, ({ Minimum, Maximum, NeedsOneOf, Attributes }) =>
          JSON.stringify([Minimum > 1, Maximum === null, NeedsOneOf.length > 0, Attributes]),
        ),
      ).map((alike) => alike![0]!);

/** What the journey offers nobody, each with the refusal. */
const wrongly = (item: JourneyItem, change: Add): [what: string, change: Add, error: string][] =>
  [
    ["half of one", withLine(change, { Quantity: 1.5 }), "invalidRequest"],
    ["less than none", withLine(change, { Quantity: -1 }), "invalidRequest"],
    ["too few", withLine(change, { Quantity: Math.max(item.Minimum, 1) - 1 }), "quantityBelowMinimum"],
    ...(item.Maximum === null
      ? []
      : [["too many", withLine(change, { Quantity: item.Maximum + 1 }), "quantityAboveMaximum"] as const]),
    ...(item.NeedsOneOf.length === 0
      ? []
      : [["alone", { ...change, Lines: [{ ...change.Lines[0]!, AddOnTo: null }] }, "addOnNeedsProduct"] as const]),
    ["no such offer", withLine(change, { OfferId: "no-such-offer" }), "offerUnknown"],
    ["no such delivery", { ...change, DeliveryOption: "by-balloon" }, "invalidRequest"],
  ].map(([what, wrong, error]) => [what, wrong, error] as [string, Add, string]);

test.each([
  ["10.0.0.1", 200],
  ["10.0.0", 400],
  ["1000.0.0.1", 400],
  // It has the form of one, which is all that the portal asks.
  ["999.999.999.999", 400],
])("FORM-18 an IPv4 address of %s is answered with %i", async (OutboundFrom, status) => {
  const Details = { MailDomain: "acme.example", Outbound: "yes", OutboundFrom };
  const Change = { Kind: "add" as const, Lines: [{ Key: "a", OfferId: "spamtitan:none:monthly", Quantity: 1 }] };
  const answer = await app.call(reseller, orders.propose, {
    body: { CustomerId, ProductId: "titanhq", Change, Details },
  });
  expect(answer).toMatchObject({
    status,
    ...(status === 400 ? { Errors: { OutboundFrom: "Must be an IPv4 address, as in 192.0.2.10" } } : {}),
  });
});

test("ORD-62 the products of the call groups that are named are among those whose journeys are served", () => {
  expect(products.map(({ RouteName }) => RouteName)).toEqual(
    expect.arrayContaining([
      "appinteract",
      "acronis-backup",
      "acronis-files-cloud",
      "hosted-voice",
      "hosted-voice-hardware",
      "office-365",
      "power-bi",
    ]),
  );
});

test.each(products.map(({ Name, ProductId }) => [Name, ProductId] as const))(
  "ORD-62 %s is ordered by plain calls only with answers that its form takes",
  async (_name, ProductId) => {
    const { journey, fields, items } = await read(ProductId);
    const Details = samplesOf(fields) as Record<string, FormValue>;
    const wanted = { CustomerId, ProductId };
    /** Orders something whose price was asked before. */
    const order = async (Change: Add, rest: { Details: Record<string, FormValue>; ProposalHash: string }) => {
      const { status, Error, Errors } = await app.call(reseller, orders.place, {
        body: { ...wanted, Change, ...rest },
      });
      return { status, Error, Errors };
    };
    const refused = (name: string, says: string) => ({
      status: 400,
      Error: "invalidRequest",
      Errors: expect.objectContaining({ [name]: says }),
    });

    for (const item of kindsOf(items)) {
      const Change = addOf(item, items, journey);
      const proposed = await app.call(reseller, orders.propose, { body: { ...wanted, Change, Details } });
      expect({ item: item.Sku, status: proposed.status, Errors: proposed.Errors }).toMatchObject({ status: 200 });
      const ProposalHash = proposed.Result!.Hash;

      if (item === items[0]) {
        for (const field of fields)
          for (const { value, says } of refusedBy(field)) {
            const answer = await order(Change, { Details: answered(Details, field, value), ProposalHash });
            expect({ value, ...answer }).toEqual({ value, ...refused(field.name, says) });
          }
        const answer = await order(Change, { Details: { ...Details, NoSuchQuestion: "x" }, ProposalHash });
        expect(answer).toEqual(refused("NoSuchQuestion", "This field is not known here"));
      }
      for (const field of shapeOfFields(item.Attributes).fields)
        for (const { value, says } of refusedBy(field)) {
          const Attributes = answered(Change.Lines[0]!.Attributes!, field, value);
          const answer = await order(withLine(Change, { Attributes }), { Details, ProposalHash });
          expect({ value, ...answer }).toEqual({ value, ...refused(attributeField(0, field.name), says) });
        }
      for (const [what, change, Error] of wrongly(item, Change)) {
        const answer = await order(change, { Details, ProposalHash });
        expect({ item: item.Sku, what, ...answer }).toMatchObject({ item: item.Sku, what, Error });
      }
    }
    const written = await app.sql("select from orders where reseller_id = $1", [reseller.resellerId]);
    expect(written).toHaveLength(0);
  },
);
