/** Events as GoCardless keeps them, told by webhook in one call for all that happens at once, at most 250 in each. */
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import type { SimReply, SimRequest } from "../kit/vendor.ts";
import { page, type Resource } from "./api.ts";

export type Tell = (type: string, action: string, links: Record<string, string>, details: object) => void;

const mostTogether = 250;

export function openEvents(
  store: Store,
  clock: Clock,
  newId: (prefix: string) => string,
  emit: (body: Record<string, unknown>) => void,
) {
  const events = store.collection<Resource>("events");
  let waiting: Resource[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += mostTogether)
      emit({ events: all.slice(from, from + mostTogether), meta: { webhook_id: newId("WB") } });
  }
  const tell: Tell = (resource_type, action, links, details) => {
    const event = {
      id: newId("EV"),
      created_at: new Date(clock.now()).toISOString(),
      resource_type,
      action,
      links,
      details,
      metadata: {},
      resource_metadata: {},
      customer_notifications: null,
      source: { type: "app", name: "Tradewind" },
    };
    events.put(event.id, event);
    if (waiting.push(event) === 1) queueMicrotask(flush);
  };
  function list(request: SimRequest): SimReply {
    const { query } = request;
    const wanted = (event: Resource) =>
      ["resource_type", "action"].every((name) => !query.has(name) || event[name] === query.get(name)) &&
      ["mandate", "payment"].every((name) => !query.has(name) || event["links"][name] === query.get(name)) &&
      event["created_at"] >= (query.get("created_at[gte]") ?? "");
    return page("events", request, events.values().filter(wanted));
  }
  return { tell, list };
}
