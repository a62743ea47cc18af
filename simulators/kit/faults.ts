/** Faults on demand: single ones for matching requests, or a seeded random mixture. */

export type Fault =
  /** Answers with this status; if `afterEffect` is set, after doing the work. */
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: unknown; afterEffect?: boolean }
  /** Waits before doing the work. */
  | { kind: "delay"; ms: number }
  /** Does the work, then waits before answering. */
  | { kind: "late"; ms: number }
  /** Neither does the work nor answers. */
  | { kind: "never" }
  /** Cuts the connection before doing the work. */
  | { kind: "reset" }
  /** Does the work, then cuts the connection. */
  | { kind: "commitThenReset" }
  /** Does the work and sends half of the answer. */
  | { kind: "truncate" }
  /** Answers with a proxy's error page. */
  | { kind: "html502" };

export type FaultRule = {
  /** `path` is part of the path, or a regular expression between slashes; `nth` skips earlier matches. */
  match?: { method?: string; path?: string; nth?: number };
  times?: number;
  fault: Fault;
};

/** `rate` is the share of requests affected; `kinds` limits the faults used; `max` stops after this many. */
export type Chaos = { seed: number; rate: number; lateMs?: number; kinds?: ChaosKind[]; max?: number };

const chaosKinds = ["late", "429", "500", "500after", "reset", "commitThenReset"] as const;
export type ChaosKind = (typeof chaosKinds)[number];

type ArmedRule = FaultRule & { seen: number; used: number };

export type Faults = {
  add(rule: FaultRule): void;
  setChaos(chaos: Chaos | null): void;
  clear(): void;
  list(): { rules: ArmedRule[]; chaos: Chaos | null; chaosHits: number };
  pick(method: string, path: string): Fault | undefined;
};

export function createFaults(): Faults {
  let rules: ArmedRule[] = [];
  let chaos: Chaos | null = null;
  let random = randomFrom(1);
  let chaosHits = 0;

  function pickRule(method: string, path: string): Fault | undefined {
    for (const rule of rules) {
      if (!matches(rule, method, path)) continue;
      rule.seen += 1;
      if (rule.seen < (rule.match?.nth ?? 1) || rule.used >= (rule.times ?? 1)) continue;
      rule.used += 1;
      return rule.fault;
    }
    return undefined;
  }

  function pickChaos(): Fault | undefined {
    if (!chaos || chaosHits >= (chaos.max ?? Infinity) || random() >= chaos.rate) return undefined;
    chaosHits += 1;
    const kinds = chaos.kinds ?? chaosKinds;
    return chaosFault(kinds[Math.floor(random() * kinds.length)]!, chaos.lateMs ?? 300);
  }

  return {
    add: (rule) => void rules.push({ ...rule, seen: 0, used: 0 }),
    setChaos(next) {
      chaos = next;
      chaosHits = 0;
      random = randomFrom(next?.seed ?? 1);
    },
    clear() {
      rules = [];
      chaos = null;
    },
    list: () => ({ rules, chaos, chaosHits }),
    pick: (method, path) => pickRule(method, path) ?? pickChaos(),
  };
}

function matches({ match }: FaultRule, method: string, path: string): boolean {
  if (match?.method && match.method.toUpperCase() !== method) return false;
  if (!match?.path) return true;
  const pattern = /^\/(.*)\/$/.exec(match.path);
  return pattern && pattern[1] !== "" ? new RegExp(pattern[1]!).test(path) : path.includes(match.path);
}

function chaosFault(kind: ChaosKind, lateMs: number): Fault {
  if (kind === "late") return { kind: "late", ms: lateMs };
  if (kind === "429")
    return {
      kind: "status",
      status: 429,
      headers: { "retry-after": "1" },
      body: { statusCode: 429, message: "Rate limit is exceeded. Try again in 1 seconds." },
    };
  if (kind === "500" || kind === "500after")
    return { kind: "status", status: 500, body: { message: "Something went wrong" }, afterEffect: kind === "500after" };
  return { kind };
}

/** mulberry32: the same seed gives the same faults. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
