import { addressFields, addressTypes, contactFields } from "@tradewind/domain/values/contact-fields.ts";
import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import type { JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import type { Question, Step } from "@tradewind/vendors/catalogue-data.ts";

/** A telephone number in any way in which one is written or kept (`telephoneOf`): a carrier rings it by hand. */
const phoneAsWritten = "^(\\+|0)[0-9 ().-]{6,24}( ?(ext\\.?|x) ?[0-9]{1,7})?$";

const field = (name: string, label: string, rest: Partial<JourneyField> = {}): JourneyField => ({
  Name: name,
  Label: label,
  Type: "text",
  Required: true,
  Help: null,
  MaxLength: 100,
  Pattern: null,
  Options: [],
  Default: null,
  ...rest,
});

const known = { ...addressFields, Telephone: contactFields.Telephone };
const fieldOf = (name: keyof typeof known, rest: Partial<JourneyField>): JourneyField =>
  field(name, known[name].label, { MaxLength: known[name].longest, ...rest });

const step = (id: string, kind: JourneyStep["Kind"], title: string, rest: Partial<JourneyStep> = {}): JourneyStep => ({
  Id: id,
  Kind: kind,
  Title: title,
  Text: null,
  Hidden: false,
  ShowWhen: null,
  IfDelivered: false,
  Component: null,
  FormId: null,
  Paragraphs: [],
  Fields: [],
  Items: [],
  ...rest,
});

/** The delivery address, as far as the customer's record has one. */
export type Address = {
  line1: string | null;
  line2: string | null;
  city: string | null;
  county: string | null;
  postcode: string | null;
  telephone: string | null;
};

export const toField = ({ name, label, optional, pattern, maxLength, type, help, ...rest }: Question): JourneyField =>
  field(name, label, {
    Type: type ?? "text",
    Required: !optional,
    Help: help ?? null,
    MaxLength: maxLength ?? 100,
    ...(rest.earliest ? { Earliest: rest.earliest } : {}),
    ...(rest.latest ? { Latest: rest.latest } : {}),
    Pattern: pattern ? { Source: pattern.source, Message: pattern.message } : null,
    Options: (rest.options ?? []).map(({ value, label: Label }) => ({ Value: value, Label })),
    Default: rest.default ?? null,
  });

/** Turns a vendor's step into the portal's format. */
const toStep = ({ id, title, text, hidden, questions, paragraphs }: Step): JourneyStep =>
  step(id, questions ? 1 : 3, title, {
    Text: text ?? null,
    Hidden: hidden ?? false,
    Fields: (questions ?? []).map(toField),
    Paragraphs: [...(paragraphs ?? [])],
  });

const review = step("review", 1, "Review and order", {
  Component: "review",
  Text: "Check what it costs before you place the order.",
});

const chosen = (items: JourneyItem[]) =>
  items.filter((item) => !item.IsAddOn && item.Choice !== "site" && item.Choice !== "later");
const ofSites = (items: JourneyItem[]) => items.filter((item) => item.Choice === "site");
const addOns = (items: JourneyItem[]) => items.filter((item) => item.IsAddOn);

/** Lists the steps for adding a product: the vendor's questions, the choice of offers, and the rest. */
export function addSteps(
  product: { name: string },
  items: JourneyItem[],
  {
    first,
    last,
    orderForm,
    deliverTo,
  }: { first: Step[]; last: readonly Step[]; orderForm: string | null; deliverTo: Address | null },
): JourneyStep[] {
  const main = chosen(items);
  const extra = addOns(items);
  const grouped = new Set(main.map((item) => item.Group)).size > 1;
  const choose = step("products", grouped ? 5 : 4, "Choose products", {
    Items: main,
    Text: `What should ${product.name} include?`,
  });
  const quantities = step("quantities", 2, deliverTo ? "Quantities" : "Term, billing and quantities", {
    Text: "For each product: how long, how it is billed, and how many.",
  });
  const extras = step("addons", 4, "Add-ons", {
    Items: extra,
    Hidden: extra.length === 0,
    Text: "Only what goes with the chosen products is offered.",
  });
  const sites = ofSites(items);
  const asked = [
    ...(sites.length > 0 ? [sitesStep(sites)] : []),
    ...last.map(toStep),
    ...(deliverTo ? [delivery, addressStep(deliverTo)] : []),
    ...(orderForm ? [formStep(orderForm)] : []),
  ];
  return [...first.map(toStep), choose, quantities, ...(deliverTo ? [] : [extras]), ...asked, review];
}

const formStep = (formId: string) =>
  step("details", 1, "Additional information", {
    Component: "form",
    FormId: formId,
    Text: "The vendor needs this to set the service up.",
  });

const sitesStep = (items: JourneyItem[]) =>
  step("sites", 1, "Sites", {
    Component: "sites",
    Items: items,
    Text: "Where are the phones, and which numbers do they get?",
  });

const delivery = step("delivery", 1, "Delivery", { Component: "delivery", Text: "How should the goods be delivered?" });

function addressStep(address: Address): JourneyStep {
  return step("address", 1, "Delivery address", {
    IfDelivered: true,
    Text: "Where should it go?",
    Fields: [
      field("AddressType", "Address type", {
        Type: "select",
        Default: "0",
        Options: addressTypes.map(({ value, label }) => ({ Value: value, Label: label })),
      }),
      fieldOf("Address1", { Default: address.line1 }),
      fieldOf("Address2", { Required: false, Default: address.line2 }),
      field("Address3", "Address line 3", { Required: false }),
      fieldOf("TownCity", { Default: address.city }),
      fieldOf("County", { Required: false, Default: address.county }),
      fieldOf("PostCode", {
        Default: address.postcode,
        Pattern: { Source: patterns.alphanumericField.source, Message: messages.alphanumeric },
      }),
      fieldOf("Telephone", {
        Default: address.telephone,
        Pattern: { Source: phoneAsWritten, Message: messages.phone },
      }),
    ],
  });
}

/**
 * Lists the steps for changing a service, prefilled with its state, or for deleting it, which only asks for
 * confirmation.
 */
export function changeSteps(action: "Modify" | "Delete", items: JourneyItem[]): JourneyStep[] {
  const current = step("current", 2, action === "Modify" ? "Present subscriptions" : "What will be deleted");
  const [more, sites] = [items.filter((item) => item.Choice !== "site"), ofSites(items)];
  const isHidden = action === "Delete";
  return [
    current,
    step("products", 5, "Add more", { Items: more, Hidden: isHidden || more.length === 0 }),
    ...(sites.length > 0 ? [{ ...sitesStep(sites), Title: "Add sites", Hidden: isHidden }] : []),
    review,
  ];
}
