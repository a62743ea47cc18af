import { describe, expect, test } from "vitest";
import type { Work } from "./fulfil.store.ts";
import { toTask } from "./fulfil-task.ts";

const order: Work["order"] = {
  id: "order",
  customer_id: "customer",
  instance_id: "instance",
  product_id: "microsoft-365",
  journey: "Modify",
  task: "change",
  status: "Working",
  details: { MailDomain: "new.example" },
  memo: {},
  placed_by: null,
  tried_at: new Date("2026-03-02T10:00:00Z"),
  moved_at: new Date("2026-03-02T10:00:00Z"),
  unsure_since: null,
  unsure_told_at: null,
  next_look_at: null,
  refused_before: null,
  product_name: "Microsoft 365",
  fulfiller: "microsoft",
  instance_details: { MailDomain: "old.example", PurchaseOrder: "PO-4711" },
  customer_name: "Acme Dental",
  domain: "acme.example",
  address1: "1 High Street",
  address2: "Floor 2",
  town_city: "Leeds",
  county: "Yorkshire",
  post_code: "LS1 1AA",
  country: "GB",
  contact_name: "Ada King Lovelace",
  contact_email: "ada@acme.example",
  telephone: "0113 496 0000",
  tenant_ref: "tenant",
};
const line: Work["lines"][number] = {
  subscription_id: "subscription",
  quantity: 8,
  attributes: { Site: "Leeds" },
  people: [],
  name: "Business Basic",
  state: "working",
  offer_ref: "basic",
  term: "P1Y",
  billing: "monthly",
  unit: "Licence",
  vendor_ref: "at the vendor",
  parent_id: "what it extends",
  parent_ref: "that at the vendor",
  term_end: { outcome: "renew", offerId: null, quantity: null },
  term_from: "2026-05-20",
  anchor_day: 20,
  term_until: "2027-01-01",
  present_quantity: 5,
  from_subscription_id: null,
  moved: null,
};
const today = "2026-03-02";
const present = { offerRef: "basic", term: "P1Y", billing: "monthly" };
const told = (changes: Partial<Work["order"]> = {}) =>
  toTask("reseller", { order: { ...order, ...changes }, lines: [line] }, new Map(), today);

test("a vendor is told what to do, for whom, with the order's answers over those of the service", () => {
  expect(told()).toEqual({
    key: "order",
    resellerId: "reseller",
    kind: "change",
    customer: {
      id: "customer",
      name: "Acme Dental",
      domain: "acme.example",
      country: "GB",
      address: { line1: "1 High Street", line2: "Floor 2", city: "Leeds", region: "Yorkshire", postcode: "LS1 1AA" },
      contact: { firstName: "Ada", lastName: "King Lovelace", email: "ada@acme.example", phone: "0113 496 0000" },
      tenantRef: "tenant",
    },
    today,
    details: { MailDomain: "new.example", PurchaseOrder: "PO-4711" },
    lines: [
      {
        key: "subscription",
        vendorRef: "at the vendor",
        name: "Business Basic",
        quantity: 8,
        attributes: { Site: "Leeds" },
        parent: { key: "what it extends", vendorRef: "that at the vendor" },
        ...present,
      },
    ],
  });
});

test.each(["address1", "town_city", "post_code"] as const)("an address without its %s is none", (missing) => {
  expect(told({ [missing]: null }).customer.address).toBeNull();
});

test.each(["contact_name", "contact_email"] as const)("a contact without %s is none", (missing) => {
  expect(told({ [missing]: null }).customer.contact).toBeNull();
});

test("an only name is the first and the last", () => {
  expect(told({ contact_name: "Ada" }).customer.contact).toMatchObject({ firstName: "Ada", lastName: "Ada" });
});

test("of an upgrade a vendor is told where the units come from, what is left there, and how many they are", () => {
  const source = { ...line, quantity: 5 };
  const target = { ...line, subscription_id: "target", vendor_ref: null, offer_ref: "premium", quantity: 3, moved: 3 };
  const upgrade = (lines: Work["lines"]) =>
    toTask("reseller", { order: { ...order, task: "upgrade" }, lines }, new Map(), today).lines;
  expect(upgrade([source, { ...target, from_subscription_id: "subscription" }])).toMatchObject([
    {
      key: "target",
      vendorRef: null,
      offerRef: "premium",
      from: { vendorRef: "at the vendor", quantity: 5 },
      moved: 3,
    },
  ]);
  expect(upgrade([{ ...line, from_subscription_id: "subscription", moved: 8 }])).toMatchObject([
    { key: "subscription", vendorRef: "at the vendor", from: { vendorRef: "at the vendor", quantity: 0 }, moved: 8 },
  ]);
});

describe("for the end of the term a vendor is told", () => {
  const offers = new Map([
    ["standard", { offer_ref: "standard at the vendor", term: "P3Y", billing: "annual" }] as const,
  ]);
  const wished = (wish: Work["lines"][number]["term_end"]) => {
    const task = toTask(
      "reseller",
      { order: { ...order, task: "schedule" }, lines: [{ ...line, term_end: wish }] },
      offers,
      today,
    );
    return task.kind === "schedule" && task.lines[0];
  };

  test("what there is now, where nothing else is wanted", () => {
    expect(wished({ outcome: "renew", offerId: null, quantity: null })).toMatchObject({
      key: "subscription",
      quantity: 5,
      termEnd: { outcome: "renew", quantity: 5, ...present },
    });
  });

  test("another number of seats", () => {
    expect(wished({ outcome: "renew", offerId: null, quantity: 3 })).toMatchObject({
      quantity: 5,
      termEnd: { outcome: "renew", quantity: 3, ...present },
    });
  });

  test("another offer, with its term and billing", () => {
    expect(wished({ outcome: "renew", offerId: "standard", quantity: null })).toMatchObject({
      offerRef: "basic",
      termEnd: {
        outcome: "renew",
        quantity: 5,
        offerRef: "standard at the vendor",
        term: "P3Y",
        billing: "annual",
      },
    });
  });

  test("that it ends", () => {
    expect(wished({ outcome: "cancel" })).toMatchObject({ termEnd: { outcome: "cancel", quantity: 5, ...present } });
  });
});
