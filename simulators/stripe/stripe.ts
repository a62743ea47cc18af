/** Simulates the parts of Stripe that take a card payment: its form, payment intents, their charges, and signed events. */
import { createHmac } from "node:crypto";
import { Refused, type SimReply, type SimRequest, type Vendor, type VendorContext } from "../kit/vendor.ts";
import { bankPage, brandOf, formPage, isCardNumber, script } from "./browser.ts";
import { openAfterwards } from "./afterwards.ts";
import { nested } from "./form.ts";
import { openMoney } from "./money.ts";
import { cards, newCharge, newIntent, numbers, sentences, type Intent, type TestCard } from "./intents.ts";

const webhookSecret = "whsec_demo_secret_of_the_stand_in";

export const stripeSettings = (url: string) => ({
  STRIPE_URL: url,
  STRIPE_SECRET_KEY: "sk_test_stand_in",
  STRIPE_PUBLISHABLE_KEY: "pk_test_stand_in",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_SCRIPT_URL: `${url}/v3`,
});

type Answered = { asked: string; reply: SimReply };

export function stripe({ store, clock, emit, registerWebhook }: VendorContext): Vendor {
  const intents = store.collection<Intent>("intents");
  const charges = store.collection<Record<string, any> & { id: string }>("charges");
  const answered = store.collection<Answered>("answered");
  const methods = store.collection<TestCard>("methods");
  const counts = store.collection<{ last: number }>("counts");

  const next = (prefix: string) => {
    const last = (counts.get(prefix)?.last ?? 0) + 1;
    counts.put(prefix, { last });
    return `${prefix}_${String(last).padStart(14, "0")}${Math.floor(clock.now() / 1_000).toString(36)}`;
  };
  const money = openMoney(store, clock, next);
  const afterwards = openAfterwards({ store, money, next, tell });
  const found = (id: string): Intent => {
    const intent = intents.get(id);
    if (!intent) throw refused(404, "resource_missing", `No such payment_intent: '${id}'`);
    return intent;
  };
  /** Keeps an intent as it is now, and tells of it. */
  function keep(intent: Intent, type: string): Intent {
    intents.put(intent.id, intent);
    tell(type, intent);
    return intent;
  }
  function tell(type: string, object: unknown) {
    const created = Math.floor(clock.now() / 1_000);
    emit({ id: next("evt"), object: "event", api_version: "2026-10-28.endive", created, type, data: { object } });
  }
  const cardOf = (method: unknown): TestCard | undefined => cards[String(method)] ?? methods.get(String(method));
  const shown = (intent: Intent, expand: unknown): SimReply => ({
    status: 200,
    body:
      Object.values(expand ?? {}).includes("latest_charge") && intent["latest_charge"]
        ? { ...intent, latest_charge: charges.get(intent["latest_charge"] as string) }
        : intent,
  });

  function succeed(intent: Intent, card: TestCard): Intent {
    const charge = newCharge(next("ch"), intent, card, clock);
    charges.put(charge.id, charge);
    money.charge(charge);
    const paid = { amount_received: intent["amount"], latest_charge: charge["id"], next_action: null };
    const kept = keep({ ...intent, ...paid, status: "succeeded" }, "payment_intent.succeeded");
    if (card.disputed) afterwards.dispute(charge);
    return kept;
  }
  function fail(intent: Intent, code: string, decline?: string): Intent {
    const error = { type: "card_error", code, message: sentences[code], ...(decline && { decline_code: decline }) };
    const left = { payment_method: null, next_action: null, status: "requires_payment_method" };
    return keep({ ...intent, ...left, last_payment_error: error }, "payment_intent.payment_failed");
  }

  function create({ body }: SimRequest): SimReply {
    const fields = nested(body);
    if (!(Number(fields["amount"]) >= 30)) throw refused(400, "amount_too_small", "Amount must be at least 30 pence.");
    return { status: 200, body: keep(newIntent(next("pi"), fields, clock), "payment_intent.created") };
  }
  function confirm({ params, body }: SimRequest): SimReply {
    const fields = nested(body);
    const intent = found(params["id"]!);
    if (intent.status !== "requires_payment_method")
      throw refused(400, "payment_intent_unexpected_state", `This PaymentIntent's status is ${intent.status}.`);
    const card = cardOf(fields["payment_method"]);
    if (!card) throw refused(400, "resource_missing", `No such PaymentMethod: '${fields["payment_method"]}'`);
    const asked = { ...intent, payment_method: fields["payment_method"], last_payment_error: null };
    if (card.code && !card.asks) {
      const failed = fail(asked, card.code, card.decline);
      return { status: 402, body: { error: { ...failed["last_payment_error"], payment_intent: failed } } };
    }
    if (!card.asks) return shown(succeed(asked, card), fields["expand"]);
    const action = { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } };
    return shown(
      keep({ ...asked, status: "requires_action", next_action: action }, "payment_intent.requires_action"),
      fields["expand"],
    );
  }
  /** Keeps a card that was entered in the form, without its number. */
  function createMethod({ body }: SimRequest): SimReply {
    const { type, card } = nested(body) as { type: string; card?: Record<string, string> };
    const number = card?.["number"] ?? "";
    if (type !== "card" || !isCardNumber(number))
      return {
        status: 402,
        body: { error: { type: "card_error", code: "incorrect_number", message: "Your card number is invalid." } },
      };
    const id = next("pm");
    const kept = numbers[number] ?? { brand: brandOf(number), last4: number.slice(-4) };
    methods.put(id, kept);
    const { brand, last4 } = kept;
    const [month, year] = [Number(card?.["exp_month"]), Number(card?.["exp_year"])];
    return {
      status: 200,
      body: {
        id,
        object: "payment_method",
        type,
        customer: null,
        livemode: false,
        metadata: {},
        created: Math.floor(clock.now() / 1_000),
        card: { brand, last4, exp_month: month, exp_year: year, funding: "credit" },
      },
    };
  }
  /** Ends the payer's step at their bank. */
  function answerBank(intent: Intent, outcome: string): Intent {
    const card = cardOf(intent["payment_method"]);
    if (intent.status !== "requires_action" || !card)
      throw refused(400, "payment_intent_unexpected_state", `This PaymentIntent's status is ${intent.status}.`);
    if (outcome !== "pass") return fail(intent, "payment_intent_authentication_failure");
    return card.code ? fail(intent, card.code, card.decline) : succeed(intent, card);
  }
  function leaveBank({ body }: SimRequest): SimReply {
    const secret = String(body["client_secret"]);
    const intent = found(secret.split("_secret_")[0]!);
    if (intent["client_secret"] !== secret) throw refused(404, "resource_missing", "No such payment_intent");
    return { status: 200, body: answerBank(intent, String(body["outcome"])) };
  }
  function cancel({ params, body }: SimRequest): SimReply {
    const intent = found(params["id"]!);
    if (["succeeded", "canceled"].includes(intent.status))
      throw refused(
        400,
        "payment_intent_unexpected_state",
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      );
    const over = { canceled_at: Math.floor(clock.now() / 1_000), cancellation_reason: body["cancellation_reason"] };
    return {
      status: 200,
      body: keep({ ...intent, ...over, next_action: null, status: "canceled" }, "payment_intent.canceled"),
    };
  }

  /** The same key is answered as before, and refused with other parameters. */
  const once = (answer: (request: SimRequest) => SimReply) => (request: SimRequest) => {
    const key = request.headers["idempotency-key"];
    if (!key) return attempt(answer, request);
    const asked = `${request.path} ${JSON.stringify(request.body)}`;
    const before = answered.get(key);
    if (before && before.asked !== asked)
      return {
        status: 400,
        body: {
          error: {
            type: "idempotency_error",
            message:
              "Keys for idempotent requests can only be used with the same parameters they were first used with.",
          },
        },
      };
    if (before) return { ...before.reply, headers: { "idempotent-replayed": "true" } };
    const reply = attempt(answer, request);
    answered.put(key, { asked, reply });
    return reply;
  };

  /**
   * `pass`, `fail` {intent}: the payer's step at their bank. Later come `refund` and `dispute {intent, amount?}`, `failRefund`,
   * `inquire`, `winDispute` and `loseDispute` {intent}, and `payOut` and `failPayout {payout}` of the account.
   */
  function act({ action, intent: id, amount, payout }: Record<string, any>) {
    if (action === "payOut") return { payouts: money.payOut() };
    if (action === "failPayout") return money.failPayout(String(payout)) ?? {};
    const intent = found(id as string);
    if (action === "pass" || action === "fail") return answerBank(intent, action);
    const charge = charges.get(intent["latest_charge"] as string);
    const wanted = afterwards.acts[String(action)];
    if (!charge || !wanted) throw refused(400, "invalid_act", "This payment has no charge");
    wanted(charge, amount);
    return {};
  }

  return {
    routes: [
      { method: "POST", path: "/v1/payment_intents", answer: once(create) },
      {
        method: "GET",
        path: "/v1/payment_intents/:id",
        answer: ({ params, query }) => shown(found(params["id"]!), query.getAll("expand[0]")),
      },
      { method: "POST", path: "/v1/payment_intents/:id/confirm", answer: once(confirm) },
      { method: "POST", path: "/v1/payment_intents/:id/cancel", answer: once(cancel) },
      { method: "POST", path: "/v1/payment_methods", answer: createMethod },
      ...money.routes,
      ...afterwards.routes,
      { method: "GET", path: "/v3", answer: () => text(script, "text/javascript; charset=utf-8") },
      { method: "GET", path: "/elements/card", answer: () => text(formPage) },
      { method: "GET", path: "/elements/bank", answer: () => text(bankPage) },
      { method: "POST", path: "/elements/bank", answer: leaveBank },
    ],
    notFound: ({ method, path }) => refused(404, "url_invalid", `Unrecognized request URL (${method}: ${path}).`).reply,
    guard: ({ path, headers }) =>
      !path.startsWith("/v1/") || keyOf(path).test(headers["authorization"] ?? "")
        ? undefined
        : { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key provided." } } },
    act,
    seed: ({ webhookUrl }) => registerWebhook(webhookUrl as string),
    signWebhook: (body) => ({ "stripe-signature": signatureOf(body, Math.floor(clock.now() / 1_000)) }),
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/balance" ? { status: 200, body: money.ofPayments() } : undefined,
  };
}

function attempt(answer: (request: SimRequest) => SimReply, request: SimRequest): SimReply {
  try {
    return answer(request);
  } catch (error) {
    if (error instanceof Refused) return error.reply;
    throw error;
  }
}

/** A browser has the publishable key, with which it can do nothing but keep a card. */
const keyOf = (path: string) => (path === "/v1/payment_methods" ? /^Bearer [ps]k_\w{8,}$/ : /^Bearer sk_\w{8,}$/);

const text = (body: string, type = "text/html; charset=utf-8"): SimReply => ({
  status: 200,
  headers: { "content-type": type },
  body,
});

const refused = (status: number, code: string, message: string) =>
  new Refused({ status, body: { error: { type: "invalid_request_error", code, message } } });

const signatureOf = (body: string, seconds: number) =>
  `t=${seconds},v1=${createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex")}`;
