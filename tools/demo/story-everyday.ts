import type { Company } from "./companies-data.ts";
import { plans, type Dice, type Line, type Role, type Step } from "./story-steps.ts";

/** Returns the usual purchases and changes of half a year. `hardware` says whether the reseller sells goods. */
export function everydaySteps(company: Company, joins: number, roll: Dice, hardware: boolean): Step[] {
  const as = (): Role => (roll.chance(0.6) ? "engineer" : "reseller");
  const buys = joins + roll.between(0, 3);
  return [
    { day: joins, as: as(), deed: { kind: "join" } },
    ...microsoftSteps(company, buys, roll, as),
    ...(roll.chance(0.5) ? backupSteps(company, buys + roll.between(4, 20), roll, as) : []),
    ...(roll.chance(0.3) ? securitySteps(company, buys + roll.between(7, 30), roll, as) : []),
    ...(hardware && roll.chance(0.3) ? voiceSteps(company, buys + roll.between(10, 40), roll, as) : []),
  ];
}

function microsoftSteps(company: Company, day: number, roll: Dice, as: () => Role): Step[] {
  const service = "microsoft";
  const plan = roll.oneOf(["P1Y:monthly", "P1Y:monthly", "P1Y:monthly", "P1M:monthly", "P1M:monthly", "P1Y:annual"]);
  const lines = licences(company, plan, roll);
  const [main] = lines as [Line, ...Line[]];
  const steps: Step[] = [{ day, as: as(), deed: { kind: "order", service, product: "microsoft-365", lines } }];
  const change = (after: number, deed: Step["deed"]) => steps.push({ day: day + after, as: as(), deed });
  let seats = main.quantity;
  if (roll.chance(0.6)) {
    const more = roll.between(1, Math.max(2, Math.round(seats / 5)));
    const after = roll.between(18, 70);
    seats += more;
    change(after, { kind: "seats", service, offer: main.offer, quantity: seats });
    if (more > 1 && roll.chance(0.5))
      change(after + 3, { kind: "seats", service, offer: main.offer, quantity: (seats -= 1) });
  }
  if (roll.chance(0.35))
    change(roll.between(112, 150), {
      kind: "seats",
      service,
      offer: main.offer,
      quantity: (seats += roll.between(1, 4)),
    });
  if (roll.chance(0.3)) {
    const wish = roll.chance(0.75)
      ? ({ outcome: "renew", quantity: Math.max(1, seats - roll.between(1, 3)) } as const)
      : ({ outcome: "cancel" } as const);
    change(roll.between(85, 110), { kind: "schedule", service, offer: main.offer, ...wish });
  }
  return steps;
}

function licences({ people }: Company, plan: string, roll: Dice): Line[] {
  if (people >= 40) {
    const desks = Math.round(people * 0.6);
    return [
      { offer: `${plans.e3}:${plan}`, quantity: desks },
      { offer: `${plans.f3}:${plan}`, quantity: people - desks },
      ...(roll.chance(0.4) ? addOn(plans.teamsPhone, plans.e3, plan, Math.round(desks / 2)) : []),
    ];
  }
  if (people >= 20) {
    const managed = Math.round(people * 0.7);
    return [
      { offer: `${plans.premium}:${plan}`, quantity: managed },
      { offer: `${plans.basic}:${plan}`, quantity: people - managed },
      ...(roll.chance(0.5) && plan !== "P1M:monthly"
        ? addOn(plans.copilot, plans.premium, plan, roll.between(2, 6))
        : []),
    ];
  }
  const sku = roll.oneOf([plans.standard, plans.standard, plans.premium]);
  return [
    { offer: `${sku}:${plan}`, quantity: people },
    ...(sku === plans.standard && roll.chance(0.5) ? addOn(plans.defender, sku, plan, people) : []),
  ];
}

const addOn = (sku: string, to: string, plan: string, quantity: number): Line[] => [
  { offer: `${sku}:${plan}`, quantity, addOnTo: `${to}:${plan}` },
];

function backupSteps({ people }: Company, day: number, roll: Dice, as: () => Role): Step[] {
  const service = "backup";
  const workstations = { offer: "acronis.pw_base_workstations:none:monthly", quantity: Math.max(3, people - 2) };
  const servers = { offer: "acronis.pw_base_servers:none:monthly", quantity: roll.between(1, 3) };
  const storage = { offer: "acronis.pw_base_storage:none:monthly", quantity: roll.between(2, 10) * 100 };
  const lines = roll.chance(0.5) ? [workstations, servers, storage] : [workstations, storage];
  const steps: Step[] = [{ day, as: as(), deed: { kind: "order", service, product: "acronis-backup", lines } }];
  const more = storage.quantity + roll.between(1, 5) * 100;
  if (roll.chance(0.6))
    steps.push({
      day: day + roll.between(20, 60),
      as: as(),
      deed: { kind: "seats", service, offer: storage.offer, quantity: more },
    });
  if (roll.chance(0.15)) steps.push({ day: day + roll.between(75, 110), as: as(), deed: { kind: "cancel", service } });
  return steps;
}

function securitySteps({ people }: Company, day: number, roll: Dice, as: () => Role): Step[] {
  const [product, offer] = roll.oneOf([
    ["bitdefender", "bitdefender.secure:none:monthly"],
    ["webroot", "webroot-endpoint:none:monthly"],
    ["exclaimer", "exclaimer-standard:none:monthly"],
    ["email-security", "email-security-standard:none:monthly"],
  ] as const);
  const lines: Line[] = [
    { offer, quantity: people },
    ...(product === "bitdefender" ? addOn("bitdefender.encryption", "bitdefender.secure", "none:monthly", people) : []),
  ];
  const deed = { kind: "order", service: product, product, lines } as const;
  return product === "bitdefender" ? [{ day, as: as(), deed }] : handled(day, product, as(), deed);
}

function voiceSteps({ people }: Company, day: number, roll: Dice, as: () => Role): Step[] {
  const users = Math.max(3, Math.round(people / 2));
  const phone = roll.oneOf(["phone-t31p", "phone-t54w", "phone-t57w"]);
  return [
    ...handled(day, "voice", as(), {
      kind: "order",
      service: "voice",
      product: "hosted-voice",
      lines: [
        { offer: "voice-standard:none:monthly", quantity: users },
        {
          offer: "voice-ddi-10:none:monthly",
          quantity: Math.ceil(users / 10),
          attributes: { AreaCode: "0113", Directory: "no" },
        },
      ],
    }),
    ...handled(day + 4, "phones", as(), {
      kind: "order",
      service: "phones",
      product: "hosted-voice-hardware",
      lines: [{ offer: `${phone}:none:once`, quantity: users }],
      delivery: roll.oneOf(["standard", "next-day"]),
    }),
  ];
}

/** Returns an order that the operator's people start within days and complete. */
function handled(day: number, service: string, as: Role, deed: Step["deed"]): Step[] {
  return [
    { day, as, deed },
    { day: day + 2, as, deed: { kind: "work", service, act: "start", inDays: 5 } },
    { day: day + 6, as, deed: { kind: "work", service, act: "complete" } },
  ];
}
