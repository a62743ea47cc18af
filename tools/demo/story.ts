import { companies, type Company } from "./companies-data.ts";
import { everydaySteps } from "./story-everyday.ts";
import { dice, plans, type Deed, type Line, type Role, type Step } from "./story-steps.ts";

export type Tale = { reseller: "harbour" | "liffey"; company: Company; steps: Step[] };

/** Returns every customer of the demo with its steps, the same every time. `days` is the length of the story. */
export function tellStory(days: number): Tale[] {
  return (["harbour", "liffey"] as const).flatMap((reseller) =>
    companies[reseller].map((company, index) => {
      const roll = dice(company.name.length * 7919 + index * 104_729 + reseller.length);
      const joins = index % 3 === 0 ? roll.between(0, 6) : roll.between(0, Math.floor(days * 0.8));
      const steps = own[company.name]?.() ?? everydaySteps(company, joins, roll, reseller === "harbour");
      const ended = [...steps, ...(ends[company.name] ?? [])];
      return { reseller, company, steps: inOrder(ended, days) };
    }),
  );
}

/** Moves a day forward to one of two business days a week, so that the clock stops less often. */
const businessDay = (day: number) => day + ([0, 2, 1, 0, 3, 2, 1][day % 7] ?? 0);

/** Sorts the steps by day, dropping those outside the story and those that a suspended customer rules out. */
function inOrder(steps: readonly Step[], days: number): Step[] {
  const all = steps
    .map((step) => ({ ...step, day: step.day < 0 ? days + step.day : businessDay(step.day) }))
    .filter((step) => step.day < days)
    .toSorted((a, b) => a.day - b.day);
  let suspended = false;
  return all.filter(({ deed }) => {
    if (deed.kind === "suspend") suspended = true;
    else if (deed.kind === "reactivate") suspended = false;
    else return !suspended;
    return true;
  });
}

const step = (day: number, deed: Deed, as: Role = "engineer"): Step => ({ day, as, deed });
const yearly = (sku: string) => `${sku}:P1Y:monthly`;
const monthly = (sku: string) => `${sku}:none:monthly`;

/** Customers with a hand-written story, by name. */
const acmeSites: Line[] = [
  {
    offer: "voice-site:none:monthly",
    quantity: 2,
    attributes: {
      SiteName: "Acme Dental Bristol",
      PropertyType: "commercial",
      Address1: "14 Queen Square",
      Town: "Bristol",
      Postcode: "BS1 4NT",
      DDIAreaCode: "0117",
    },
  },
  {
    offer: "voice-site:none:monthly",
    quantity: 1,
    attributes: {
      SiteName: "Acme Dental Leeds",
      PropertyType: "commercial",
      Address1: "Unit 3 Canal Wharf",
      Address2: "Water Lane",
      Town: "Leeds",
      County: "West Yorkshire",
      Postcode: "LS11 5PS",
      DDIAreaCode: "0113",
    },
  },
  {
    offer: "voice-site:none:monthly",
    quantity: 1,
    attributes: {
      SiteName: "Bookkeeping at home",
      PropertyType: "residential",
      Address1: "8 Orchard Rise",
      Town: "Bristol",
      Postcode: "BS7 8QQ",
      DDIAreaCode: "0117",
    },
  },
];

const own: Record<string, () => Step[]> = {
  "Acme Dental": () => {
    const premium = yearly(plans.premium);
    return [
      step(0, { kind: "join" }, "reseller"),
      step(0, {
        kind: "order",
        service: "microsoft",
        product: "microsoft-365",
        lines: [
          { offer: premium, quantity: 18 },
          { offer: yearly(plans.basic), quantity: 6 },
          { offer: yearly(plans.copilot), quantity: 4, addOnTo: premium },
        ],
      }),
      step(10, {
        kind: "order",
        service: "backup",
        product: "acronis-backup",
        lines: [
          { offer: monthly("acronis.pw_base_workstations"), quantity: 22 },
          { offer: monthly("acronis.pw_base_servers"), quantity: 2 },
          { offer: monthly("acronis.pw_base_storage"), quantity: 500 },
        ],
      }),
      step(24, {
        kind: "order",
        service: "voice",
        product: "hosted-voice",
        lines: [
          { offer: monthly("voice-standard"), quantity: 10 },
          { offer: monthly("voice-professional"), quantity: 2 },
          { offer: monthly("voice-sip"), quantity: 3 },
          ...acmeSites,
        ],
      }),
      step(25, { kind: "work", service: "voice", act: "start", inDays: 7 }),
      step(28, {
        kind: "order",
        service: "phones",
        product: "hosted-voice-hardware",
        lines: [
          { offer: "phone-t54w:none:once", quantity: 10 },
          { offer: "phone-cp925:none:once", quantity: 1 },
        ],
        delivery: "next-day",
      }),
      step(29, { kind: "work", service: "phones", act: "start", inDays: 2 }),
      step(31, { kind: "work", service: "phones", act: "complete", note: "Sent by courier" }),
      step(32, { kind: "work", service: "voice", act: "complete", note: "Numbers ported" }),
      step(45, { kind: "seats", service: "microsoft", offer: premium, quantity: 21 }, "customerAdmin"),
      step(49, { kind: "seats", service: "microsoft", offer: premium, quantity: 20 }, "customerAdmin"),
      step(70, { kind: "seats", service: "backup", offer: monthly("acronis.pw_base_storage"), quantity: 800 }),
      step(90, {
        kind: "order",
        service: "secureMessage",
        product: "secure-message",
        lines: [{ offer: monthly("secure-message-user"), quantity: 1 }],
        forUser: "user@acme.example",
      }),
      step(92, { kind: "work", service: "secureMessage", act: "complete" }),
      step(120, { kind: "schedule", service: "microsoft", offer: yearly(plans.basic), outcome: "renew", quantity: 4 }),
      step(-4, { kind: "seats", service: "microsoft", offer: premium, quantity: 22 }),
    ];
  },
  "Maple & Finch Interiors": () => [
    step(6, { kind: "join" }, "reseller"),
    step(7, {
      kind: "order",
      service: "microsoft",
      product: "microsoft-365",
      lines: [{ offer: `${plans.standard}:P1M:monthly`, quantity: 4 }],
    }),
    step(60, { kind: "rename", name: "Maple & Finch Interiors" }, "reseller"),
    step(62, { kind: "seats", service: "microsoft", offer: `${plans.standard}:P1M:monthly`, quantity: 6 }),
  ],
  "The Worshipful Guild of Basket Makers, Coopers, and Sail Weavers of Bristol, Bath and North Somerset": () => [
    step(60, { kind: "join" }, "reseller"),
    step(60, {
      kind: "order",
      service: "microsoft",
      product: "microsoft-365",
      lines: [{ offer: `${plans.standard}:P1M:monthly`, quantity: 8 }],
    }),
  ],
  "Penhallow Gallery": () => [
    step(20, { kind: "join" }),
    step(20, {
      kind: "order",
      service: "microsoft",
      product: "microsoft-365",
      lines: [{ offer: yearly(plans.standard), quantity: 5 }],
    }),
    step(21, {
      kind: "order",
      service: "visio",
      product: "microsoft-365",
      lines: [{ offer: yearly(plans.exchange), quantity: 3 }],
    }),
    step(24, { kind: "cancel", service: "visio", offers: [yearly(plans.exchange)] }, "reseller"),
    step(40, {
      kind: "order",
      service: "backup",
      product: "acronis-backup",
      lines: [{ offer: monthly("acronis.pw_base_workstations"), quantity: 5 }],
    }),
    step(-3, {
      kind: "goesWrong",
      vendor: "acronis",
      control: "faults",
      with: {
        match: { method: "DELETE", path: "/tenants/" },
        times: 1,
        fault: {
          kind: "status",
          status: 403,
          body: {
            error: {
              code: 403,
              domain: "tenant",
              message: "A restore is running; the unit cannot be deleted before it ends",
            },
          },
        },
      },
      deed: { kind: "cancel", service: "backup" },
    }),
  ],
  "Tamar Valley Growers": () => [
    step(30, { kind: "join" }),
    step(31, {
      kind: "order",
      service: "microsoft",
      product: "microsoft-365",
      lines: [{ offer: `${plans.basic}:P1M:monthly`, quantity: 7 }],
    }),
    step(75, { kind: "schedule", service: "microsoft", offer: `${plans.basic}:P1M:monthly`, outcome: "cancel" }),
    step(33, {
      kind: "order",
      service: "backup",
      product: "acronis-backup",
      lines: [{ offer: monthly("acronis.pw_base_workstations"), quantity: 7 }],
    }),
    step(110, { kind: "cancel", service: "backup" }, "reseller"),
  ],
};

/** A customer whose Azure plan has run for three months, of which the first ones are on invoices, with a budget. */
const azureSteps = (budget: number, ...opened: Omit<Deed & { kind: "opensAzure" }, "kind">[]): Step[] => [
  step(-94, {
    kind: "order",
    service: "azure",
    product: "azure",
    lines: [{ offer: monthly("azure-plan"), quantity: 1 }],
  }),
  step(-92, { kind: "work", service: "azure", act: "complete" }),
  ...opened.map((each) => step(-91, { kind: "opensAzure", ...each })),
  step(-38, { kind: "setsBudget", amount: budget }, "reseller"),
];

/** How the last weeks end for some customers, whatever came before: one for each state a service can be in. */
const ends: Record<string, Step[]> = {
  "Ardmore Distillers": azureSteps(
    600,
    { name: "Online shop", size: 0.8, dear: { inDays: 84, resource: "orders-db", factor: 4 } },
    { name: "Still sensors", size: 0.15 },
  ),
  "Fitzgerald Auctioneers": azureSteps(100, {
    name: "Live bidding",
    size: 0.5,
    dear: { inDays: 81, resource: "gateway", factor: 6 },
  }),
  "Merchant Quay Wines": [step(-20, { kind: "suspend" }, "reseller")],
  "Elm Tree Nurseries": [step(-40, { kind: "suspend" }, "reseller"), step(-31, { kind: "reactivate" }, "reseller")],
  "Lantern Street Theatre": [
    step(-5, {
      kind: "goesWrong",
      vendor: "microsoft",
      control: "act",
      with: {
        action: "failProvisioning",
        times: 1,
        reason: "The tenant has reached its limit of trial subscriptions. Remove one and try again.",
      },
      deed: {
        kind: "order",
        service: "teams",
        product: "power-bi",
        lines: [{ offer: "CFQ7TTC0L3PB:0001:P1Y:monthly", quantity: 3 }],
      },
    }),
  ],
  "Saltmarsh Seafood": [
    step(-2, {
      kind: "goesWrong",
      vendor: "acronis",
      control: "act",
      with: { action: "refuseItems", times: 1, status: 400, message: "The partner's storage quota is used up" },
      deed: {
        kind: "order",
        service: "files",
        product: "acronis-files-cloud",
        lines: [{ offer: monthly("acronis.fc_seats"), quantity: 12 }],
      },
    }),
  ],
  "Hawthorn Care Homes": [
    step(-6, {
      kind: "order",
      service: "telephony",
      product: "cloudtalk",
      lines: [{ offer: monthly("cloudtalk-expert"), quantity: 18 }],
    }),
    step(-3, {
      kind: "work",
      service: "telephony",
      act: "start",
      inDays: 9,
      note: "Porting booked with the old carrier",
    }),
  ],
  "Fenwick Timber": [
    step(-1, {
      kind: "order",
      service: "titan",
      product: "titanhq",
      lines: [{ offer: monthly("spamtitan"), quantity: 15 }],
    }),
  ],
  "Pinnacle Scaffolding": [
    step(-60, {
      kind: "order",
      service: "cloudtalk",
      product: "cloudtalk",
      lines: [{ offer: monthly("cloudtalk-starter"), quantity: 5 }],
    }),
    step(-54, { kind: "work", service: "cloudtalk", act: "complete" }),
    step(-4, { kind: "cancel", service: "cloudtalk" }),
    step(-2, { kind: "work", service: "cloudtalk", act: "start", inDays: 5 }),
  ],
  "Redcliffe Recruitment": [
    step(-70, {
      kind: "order",
      service: "cloudtalk",
      product: "cloudtalk",
      lines: [{ offer: monthly("cloudtalk-expert"), quantity: 12 }],
    }),
    step(-66, { kind: "work", service: "cloudtalk", act: "complete" }),
    step(-8, { kind: "cancel", service: "cloudtalk" }),
    step(-5, {
      kind: "work",
      service: "cloudtalk",
      act: "reject",
      note: "Two numbers are still being ported away. Try again once the port is complete.",
    }),
  ],
  "Georgian House Hotels": [
    step(-50, {
      kind: "order",
      service: "reception",
      product: "hosted-voice-hardware",
      lines: [{ offer: "expansion-exp50:none:once", quantity: 4 }],
      delivery: "standard",
    }),
    step(-47, {
      kind: "work",
      service: "reception",
      act: "reject",
      note: "The EXP50 is out of stock at the manufacturer with no date for more.",
    }),
    step(-45, { kind: "cancel", service: "reception" }, "reseller"),
    step(-42, { kind: "work", service: "reception", act: "complete", note: "Nothing was sent" }),
  ],
};
