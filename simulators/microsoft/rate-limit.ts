/** Microsoft's limits of requests, for the subscriptions of one customer and for a partner as a whole, in simulated time. */
import type { SimReply, SimRequest } from "../kit/vendor.ts";
import type { MicrosoftState } from "./state.ts";

const minute = 60_000;
const limited = /^\/v1\/customers\/([^/]+)\/subscriptions(?:\/|$)/;

/** Counts requests, refused ones too, and refuses those beyond a limit until the minute is over. */
export function rateLimit(state: MicrosoftState) {
  let [window, counts, refused] = [0, new Map<string, number>(), 0];
  const isBeyond = (whose: string, limit: number) => {
    const count = (counts.get(whose) ?? 0) + 1;
    counts.set(whose, count);
    return count > limit;
  };

  return {
    /** How many requests were refused so far. */
    refused: () => refused,
    guard({ path }: SimRequest): SimReply | undefined {
      const now = state.clock.now();
      if (Math.floor(now / minute) !== window) [window, counts] = [Math.floor(now / minute), new Map()];
      const { requestsPerMinute, ofPartner = Infinity } = state.limits();
      const customer = limited.exec(path)?.[1];
      const isRefused = [isBeyond("", ofPartner), customer !== undefined && isBeyond(customer, requestsPerMinute)];
      if (!isRefused.includes(true)) return undefined;
      refused += 1;
      const seconds = Math.ceil(((window + 1) * minute - now) / 1_000);
      return {
        status: 429,
        headers: { "retry-after": String(seconds) },
        body: { statusCode: 429, message: `Rate limit is exceeded. Try again in ${seconds} seconds.` },
      };
    },
  };
}
