/** Microsoft's limit of requests for the subscriptions of one customer, in simulated time. */
import type { SimReply, SimRequest } from "../kit/vendor.ts";
import type { MicrosoftState } from "./state.ts";

const minute = 60_000;
const limited = /^\/v1\/customers\/([^/]+)\/subscriptions(?:\/|$)/;

/** Counts requests, refused ones too, and refuses those beyond the limit until the minute is over. */
export function rateLimit(state: MicrosoftState): (request: SimRequest) => SimReply | undefined {
  let [window, counts] = [0, new Map<string, number>()];
  return ({ path }) => {
    const customer = limited.exec(path)?.[1];
    if (!customer) return undefined;
    const now = state.clock.now();
    if (Math.floor(now / minute) !== window) [window, counts] = [Math.floor(now / minute), new Map()];
    const count = (counts.get(customer) ?? 0) + 1;
    counts.set(customer, count);
    if (count <= state.limits().requestsPerMinute) return undefined;
    const seconds = Math.ceil(((window + 1) * minute - now) / 1_000);
    return {
      status: 429,
      headers: { "retry-after": String(seconds) },
      body: { statusCode: 429, message: `Rate limit is exceeded. Try again in ${seconds} seconds.` },
    };
  };
}
