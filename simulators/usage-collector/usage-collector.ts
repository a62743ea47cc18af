/** Collects usage events: accepts one JSON object per event, and shows the latest on a page. */
import type { Store } from "../kit/store.ts";
import type { SimReply, SimRequest, Vendor } from "../kit/vendor.ts";

type Event = { id: string; received: string; fields: Record<string, unknown> };

const kept = 1_000;
const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (value: unknown) =>
  (typeof value === "string" ? value : "").replace(/[&<>"']/g, (sign) => signs[sign]!);
const heads = ["at", "action", "page", "campaign", "gaUserReference"] as const;

const pageOf = (events: readonly Event[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Usage events</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1a1f36; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: 0.5rem; border-bottom: 1px solid #d8dce6; }
</style></head><body><main><h1>Usage events</h1>${
  events.length === 0
    ? "<p>No event has arrived yet.</p>"
    : `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${events
        .map(({ fields }) => `<tr>${heads.map((head) => `<td>${escaped(fields[head])}</td>`).join("")}</tr>`)
        .join("")}</tbody></table>`
}</main></body></html>`;

/** Receives events at `/collect`; shows them at `/`, and as JSON at `/__sim/events`, newest first. */
export function usageCollector({ store }: { store: Store }): Vendor {
  const events = store.collection<Event>("events");
  const listed = () => events.values().toReversed();
  const collect = ({ body }: SimRequest): SimReply => {
    if (typeof body["action"] !== "string" || typeof body["gaUserReference"] !== "string")
      return { status: 400, body: { message: "An event names its action and its user reference" } };
    const id = crypto.randomUUID();
    events.put(id, { id, received: new Date().toISOString(), fields: body });
    for (const { id: old } of events.values().slice(0, -kept)) events.remove(old);
    return { status: 202, body: {} };
  };
  return {
    routes: [
      { method: "POST", path: "/collect", answer: collect },
      {
        method: "GET",
        path: "/",
        answer: () => ({
          status: 200,
          headers: {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
          },
          body: pageOf(listed()),
        }),
      },
    ],
    notFound: () => ({ status: 404, body: { message: "There is no such page" } }),
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/events"
        ? { status: 200, body: { events: listed().map(({ fields }) => fields) } }
        : undefined,
  };
}
