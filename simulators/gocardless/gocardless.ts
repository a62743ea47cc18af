/** Simulates the parts of GoCardless that set up and take direct debits: billing requests, mandates, payments, and events told by webhook. */
import { createHmac } from "node:crypto";
import { Refused, type SimReply, type SimRequest, type Vendor, type VendorContext } from "../kit/vendor.ts";
import { type Account, checkCustomer, readAccount } from "./accounts.ts";
import { invalidState, makeOnce, page, refusal, refuseCaller, refuseFields, type Resource } from "./api.ts";
import { openEvents } from "./events.ts";
import { openMandates } from "./mandates.ts";
import { openDebits } from "./payments.ts";
import { openPayouts } from "./payouts.ts";

const webhookSecret = "demo-webhook-secret-of-gocardless";

const missing = () => {
  const message = "Resource not found";
  return new Refused(refusal(404, "invalid_api_usage", message, [{ reason: "resource_not_found", message }]));
};

export const gocardlessSettings = (url: string) => ({
  GOCARDLESS_URL: url,
  GOCARDLESS_ACCESS_TOKEN: "sandbox_demo_token",
  GOCARDLESS_WEBHOOK_SECRET: webhookSecret,
});

type Asked = Resource & { status: string; mandate_request: Record<string, any>; links: Record<string, string> };
type Collected = { customer?: Record<string, any>; account?: Account; isConfirmed?: boolean };

export function gocardless({ store, clock, emit, registerWebhook }: VendorContext): Vendor {
  const requests = store.collection<Asked>("billingRequests");
  const collected = store.collection<Collected>("collected");
  const newId = (prefix: string) => prefix + String(store.newNumber()).padStart(6, "0");
  const { tell, list: listEvents } = openEvents(store, clock, newId, emit);
  const payouts = openPayouts(store, clock, newId, tell);
  const mandates = openMandates(store, clock, newId, tell, (id) => payments.endWith(id));
  const payments = openDebits(store, clock, newId, tell, mandates.find, mandates.givenName);

  function orMissing<T>(found: T | undefined): T {
    if (!found) throw missing();
    return found;
  }
  const shown = (name: string, found: Resource | undefined): SimReply => ({
    status: 200,
    body: { [name]: orMissing(found) },
  });

  function ask({ body }: SimRequest): Resource {
    const { mandate_request: wanted = {} } = body["billing_requests"] ?? {};
    const { scheme, currency } = wanted;
    const isKnown = (scheme === "bacs" && currency === "GBP") || (scheme === "sepa_core" && currency === "EUR");
    if (!isKnown) refuseFields("billing_requests/mandate_request", { scheme: "does not fit the currency" });
    const id = newId("BRQ");
    return requests.put(id, {
      id,
      actions: [],
      created_at: new Date(clock.now()).toISOString(),
      fallback_enabled: false,
      fallback_occurred: false,
      instalment_schedule_request: null,
      links: { creditor: "CR000001", customer: newId("CU"), organisation: "OR000001" },
      mandate_request: { ...wanted, authorisation_source: "web", metadata: {}, verify: "minimum", links: {} },
      metadata: {},
      payment_request: null,
      resources: {},
      status: "pending",
      subscription_request: null,
    });
  }

  const inOrder = () => invalidState("billing_request_not_ready", "Earlier actions must be completed first.");
  function act({ params, body: { data = {} } }: SimRequest): SimReply {
    const request = orMissing(requests.get(params["id"]!));
    const { scheme } = request.mandate_request;
    const has = collected.get(request.id) ?? {};
    const keep = (changes: Partial<Asked>) => {
      requests.put(request.id, { ...request, ...changes });
      return shown("billing_requests", requests.get(request.id));
    };
    const collect = (more: Collected) => {
      collected.put(request.id, { ...has, ...more });
      const { customer, account, isConfirmed } = { ...has, ...more };
      return keep({ status: customer && account && isConfirmed ? "ready_to_fulfil" : "pending" });
    };
    if (["fulfilled", "cancelled"].includes(request.status))
      throw invalidState("billing_request_over", `The billing request is ${request.status} already.`);
    switch (params["action"]) {
      case "collect_customer_details":
        checkCustomer(data);
        return collect({ customer: data["customer"] });
      case "collect_bank_account":
        return collect({ account: readAccount(data, scheme) });
      case "confirm_payer_details":
        if (!has.customer || !has.account) throw inOrder();
        return collect({ isConfirmed: true });
      case "cancel":
        return keep({ status: "cancelled" });
      case "fulfil": {
        if (request.status !== "ready_to_fulfil") throw inOrder();
        const { customer } = request.links;
        const { id } = mandates.begin(has.account!, { ...has.customer, scheme, customer });
        const links = { ...request.links, mandate_request_mandate: id };
        tell("billing_requests", "fulfilled", { billing_request: request.id, mandate_request_mandate: id }, {});
        return keep({ status: "fulfilled", links });
      }
      default:
        throw missing();
    }
  }

  function run({ params, body }: SimRequest): SimReply {
    const id = params["id"]!;
    const resource = String(body["data"]?.links?.resource);
    if (!mandates.happen(resource, id) && !payments.happen(resource, id)) throw missing();
    return { status: 200, body: { scenario_simulators: { id } } };
  }

  return {
    routes: [
      { method: "POST", path: "/billing_requests", answer: makeOnce(store, "billing_requests", ask) },
      {
        method: "GET",
        path: "/billing_requests/:id",
        answer: ({ params }) => shown("billing_requests", requests.get(params["id"]!)),
      },
      { method: "POST", path: "/billing_requests/:id/actions/:action", answer: act },
      {
        method: "GET",
        path: "/mandates",
        answer: (request) => {
          const wanted = request.query.get("reference");
          return page(
            "mandates",
            request,
            mandates.list().filter((each) => !wanted || each["reference"] === wanted),
          );
        },
      },
      { method: "GET", path: "/mandates/:id", answer: ({ params }) => shown("mandates", mandates.find(params["id"]!)) },
      {
        method: "POST",
        path: "/mandates/:id/actions/cancel",
        answer: ({ params }) => {
          orMissing(mandates.find(params["id"]!));
          mandates.cancel(params["id"]!);
          return shown("mandates", mandates.find(params["id"]!));
        },
      },
      {
        method: "GET",
        path: "/customer_bank_accounts/:id",
        answer: ({ params }) => shown("customer_bank_accounts", mandates.accountOf(params["id"]!)),
      },
      { method: "POST", path: "/payments", answer: makeOnce(store, "payments", (request) => payments.make(request)) },
      { method: "GET", path: "/payments", answer: (request) => page("payments", request, payments.list(request)) },
      { method: "GET", path: "/payments/:id", answer: ({ params }) => shown("payments", payments.find(params["id"]!)) },
      { method: "GET", path: "/events", answer: (request) => payouts.include(request, listEvents(request)) },
      ...payouts.routes,
      { method: "POST", path: "/scenario_simulators/:id/actions/run", answer: run },
    ],
    notFound: () => refusal(404, "invalid_api_usage", "Invalid path", [{ reason: "invalid_path", message: "No path" }]),
    guard: refuseCaller,
    /**
     * Of a `mandate` what the bank reports: `referAtBank`, `cancelAtBank`, `payerDies`, `moveAccount`, `closeAccount` and
     * `disputeNotice` end it, `amendAtBank` and `reinstateAtBank` do not. The scenarios of a `payment`, of a failure with
     * its `cause`, and what becomes of money there.
     */
    act(fields: Record<string, any>) {
      const done = payouts.act(fields);
      if (done) return done;
      const { action, mandate, payment, cause } = fields;
      const happened =
        payment === undefined
          ? mandates.happen(String(mandate), String(action))
          : payments.happen(String(payment), String(action), cause);
      if (!happened) throw missing();
      return {};
    },
    seed: ({ webhookUrl }) => registerWebhook(webhookUrl as string),
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/balance" ? { status: 200, body: payouts.balance() } : undefined,
    signWebhook: (body) => ({ "webhook-signature": createHmac("sha256", webhookSecret).update(body).digest("hex") }),
  };
}
