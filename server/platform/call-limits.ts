import type { Config } from "./config.ts";

/** Whose calls are counted: each line of a call's headers names one of them. */
export type Counted = "person" | "token" | "reseller" | "address";

type Limits = Pick<Config, "CALLS_PER_PERSON" | "CALLS_PER_TOKEN" | "CALLS_PER_RESELLER" | "CALLS_PER_ADDRESS">;

/** Seconds over which calls are counted. */
const window = 60;

/**
 * Counts the calls of each minute, in this process alone: what is protected is the process, and a count that all shared
 * would cost each call a write. Guesses at passwords and codes are counted in the database instead, for all processes.
 */
export function callLimits(config: Limits) {
  const most: Record<Counted, number> = {
    person: config.CALLS_PER_PERSON,
    token: config.CALLS_PER_TOKEN,
    reseller: config.CALLS_PER_RESELLER,
    address: config.CALLS_PER_ADDRESS,
  };
  const counts = new Map<string, number>();
  let current = 0;

  /**
   * Counts a call at the time `now` for each of its callers. Returns the headers that say so (IETF's
   * draft-ietf-httpapi-ratelimit-headers-10), and the seconds to wait if one of them has no calls left.
   */
  return (callers: readonly (readonly [Counted, string])[], now: number) => {
    const minute = Math.floor(now / (window * 1000));
    if (minute !== current) {
      counts.clear();
      current = minute;
    }
    const left = Math.ceil((minute + 1) * window - now / 1000);
    let isSpent = false;
    const rests = callers.map(([name, id]) => {
      const key = `${name} ${id}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > most[name]) isSpent = true;
      return `"${name}";r=${Math.max(0, most[name] - count)};t=${left}`;
    });
    return {
      headers: {
        "ratelimit-policy": callers.map(([name]) => `"${name}";q=${most[name]};w=${window}`).join(", "),
        ratelimit: rests.join(", "),
      },
      wait: isSpent ? left : undefined,
    };
  };
}
