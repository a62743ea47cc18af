/** One deed for one customer on one day. Days count from the story's first; negative ones count back from its last. */
export type Step = { day: number; as: Role; deed: Deed };

export type Role = "reseller" | "engineer" | "customerAdmin";

/** `offer` is the catalogue's offer id; `addOnTo` the offer it extends in the same order. */
export type Line = { offer: string; quantity: number; addOnTo?: string; attributes?: Record<string, string> };

export type Deed =
  | { kind: "join" }
  | { kind: "rename"; name: string }
  | { kind: "suspend" | "reactivate" }
  /** `service` is the name used in the story. Delivery is an option of the goods ordered. */
  | { kind: "order"; service: string; product: string; lines: Line[]; delivery?: string; forUser?: string }
  | { kind: "seats"; service: string; offer: string; quantity: number }
  | { kind: "schedule"; service: string; offer: string; outcome: "renew" | "cancel"; quantity?: number }
  /** Cancels the given offers, or everything. */
  | { kind: "cancel"; service: string; offers?: string[] }
  /** Done by the operator's people on the newest work item of the service. */
  | { kind: "work"; service: string; act: "start"; note?: string; inDays: number }
  | { kind: "work"; service: string; act: "complete"; note?: string }
  | { kind: "work"; service: string; act: "reject"; note: string }
  /** Somebody of the customer opens a subscription in its Azure plan, of which one day becomes dear. */
  | { kind: "opensAzure"; name: string; size: number; dear?: { inDays: number; resource: string; factor: number } }
  /** What all of the customer's Azure is to cost in a month at most. */
  | { kind: "setsBudget"; amount: number }
  /** A fault prepared at the vendor's control plane, and the deed that triggers it. */
  | { kind: "goesWrong"; vendor: "microsoft" | "acronis"; control: "act" | "faults"; with: object; deed: Deed };

export const plans = {
  basic: "CFQ7TTC0LH18:0001",
  standard: "CFQ7TTC0LDPB:0001",
  premium: "CFQ7TTC0LCHC:0002",
  apps: "CFQ7TTC0LH1G:0001",
  f3: "CFQ7TTC0LH05:0001",
  e3: "CFQ7TTC0LFLX:0001",
  exchange: "CFQ7TTC0LH16:0001",
  defender: "CFQ7TTC0LH04:0001",
  copilot: "CFQ7TTC0MM8R:0001",
  teamsPhone: "CFQ7TTC0LH0T:0001",
  visio: "CFQ7TTC0HD32:0001",
} as const;

/** Generates reproducible pseudo-random numbers (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Returns a whole number from `least` to `most`. */
    between: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    chance: (share: number) => next() < share,
    oneOf: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!,
  };
}
export type Dice = ReturnType<typeof dice>;
