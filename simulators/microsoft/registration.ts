/** Where a partner has its events sent, and which: one address for all. */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { type MicrosoftState, refuse, type Registration } from "./state.ts";

const events = [
  "subscription-updated",
  "test-created",
  "usagerecords-thresholdExceeded",
  "invoice-ready",
  "azure-fraud-event-detected",
  "reseller-relationship-accepted-by-customer",
  "indirect-reseller-relationship-accepted-by-customer",
  "granular-admin-relationship-approved",
  "granular-admin-relationship-activated",
  "granular-admin-relationship-expired",
  "granular-admin-relationship-terminated",
  "new-commerce-migration-created",
  "new-commerce-migration-completed",
  "new-commerce-migration-failed",
];

/** `send` has the events sent to an address. */
export function registrationRoutes(state: MicrosoftState, send: (url: string) => void): Route[] {
  const path = "/webhooks/v1/registration";
  const held = () => state.registrations.get("");
  const keep = ({ body }: SimRequest): SimReply => {
    if (!URL.canParse(body.webhookUrl)) refuse(400, "400001", "The webhook's address is not valid.");
    const wanted: unknown = body.webhookEvents;
    if (!Array.isArray(wanted) || wanted.length === 0 || wanted.some((event) => !events.includes(event)))
      return refuse(400, "400001", "The webhook's events are not valid.");
    const registration: Registration = { WebhookUrl: body.webhookUrl, WebhookEvents: wanted };
    state.registrations.put("", registration);
    send(registration.WebhookUrl);
    return { status: 200, body: { SubscriberId: "1", ...registration } };
  };
  const missing = () => refuse(404, "404001", "No webhook is registered.");
  return [
    { method: "GET", path: `${path}/events`, answer: () => ({ status: 200, body: events }) },
    { method: "GET", path, answer: () => ({ status: 200, body: held() ?? missing() }) },
    { method: "POST", path, answer: keep },
    { method: "PUT", path, answer: (request) => (held() ? keep(request) : missing()) },
  ];
}
