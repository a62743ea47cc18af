/** Simulates the parts of Zuora that keep payment methods: accounts, methods, the hosted pages they are entered on, and payments. */
import { Refused, type SimReply, type SimRequest, type Vendor, type VendorContext } from "../kit/vendor.ts";
import { openPayments } from "./payments.ts";
import { bankPage, formPage, openPages, pagePath, script, tellingPage, tenantId } from "./pages.ts";

export const zuoraSettings = (url: string) => ({
  ZUORA_URL: url,
  ZUORA_CLIENT_ID: "demo-client",
  ZUORA_CLIENT_SECRET: "demo-client-secret",
  ZUORA_PAGE_URL: url + pagePath,
  ZUORA_SCRIPT_URL: `${url}/zuora-min.js`,
  ZUORA_CARD_PAGE_GBP: "2c92c0f855e2b4630155ec9e6a1b6e01",
  ZUORA_CARD_PAGE_EUR: "2c92c0f855e2b4630155ec9e6a1b6e02",
  ZUORA_DEBIT_PAGE: debitPage,
});
const debitPage = "2c92c0f855e2b4630155ec9e6a1b6e03";

type Account = Record<string, any> & { id: string; accountNumber: string };
type Method = Record<string, any> & { id: string; accountKey: string; type: string };

/** Brands by the first digits, and the numbers that the issuer declines. */
const brands: readonly [RegExp, string][] = [
  [/^4/, "Visa"],
  [/^(5[1-5]|2[2-7])/, "MasterCard"],
  [/^3[47]/, "AmericanExpress"],
];
const declined: ReadonlySet<string> = new Set(["4000000000000002"]);
/** Cards of which the bank asks its holder to confirm that they are kept (3-D Secure). */
const asking: ReadonlySet<string> = new Set(["4000000000003220"]);
const tokenLifeMs = 3_600_000;

export function zuora({ store, clock }: VendorContext): Vendor {
  const accounts = store.collection<Account>("accounts");
  const methods = store.collection<Method>("methods");
  const spoiled = store.collection<{ what: string; times: number }>("spoiled");
  const answered = store.collection<SimReply>("answered");
  const pages = openPages(store, clock);
  const newRef = () => store.newId().replaceAll("-", "");

  const refused = (code: number, message: string, more: object = {}) =>
    new Refused({
      status: 200,
      body: { success: false, processId: newRef().slice(0, 16), reasons: [{ code, message }], ...more },
    });
  const accountOf = (key: string): Account => {
    const found = accounts.get(key) ?? accounts.values().find(({ accountNumber }) => accountNumber === key);
    if (!found) throw refused(50000040, `Cannot find entity by key: '${key}'.`);
    return found;
  };
  const methodOf = (id: string): Method => {
    const found = methods.get(id);
    if (!found) throw refused(57000040, `Cannot find payment method by key: '${id}'.`);
    return found;
  };
  const ok = (body: Record<string, unknown>): SimReply => ({ status: 200, body: { success: true, ...body } });
  /** Takes one of what was armed by an act. */
  function take(what: string): boolean {
    const armed = spoiled.get(what);
    if (!armed || armed.times <= 0) return false;
    spoiled.put(what, { what, times: armed.times - 1 });
    return true;
  }

  function giveToken({ body }: SimRequest): SimReply {
    if (!body["client_id"] || String(body["client_secret"] ?? "").length < 8)
      return { status: 401, body: { timestamp: clock.now(), message: "Invalid client id", status: 401 } };
    const until = Math.floor((clock.now() + tokenLifeMs) / 1_000);
    return {
      status: 200,
      body: { access_token: `zuora.${until}`, token_type: "bearer", expires_in: 3_598, jti: newRef() },
    };
  }
  function refuseToken({ path, headers }: SimRequest): SimReply | undefined {
    if (!path.startsWith("/v1/")) return undefined;
    const until = Number((headers["authorization"] ?? "").replace("Bearer zuora.", ""));
    if (until * 1_000 > clock.now() && !take("token")) return undefined;
    return refused(90000011, "this resource is protected, please sign in first").reply;
  }

  function createAccount({ body, headers }: SimRequest): SimReply {
    const key = headers["idempotency-key"];
    const before = key && answered.get(key);
    if (before) return before;
    const { accountNumber, name, currency, billToContact } = body;
    for (const [field, value] of Object.entries({ name, currency, billToContact }))
      if (!value) throw refused(53000022, `Missing required field: ${field}`);
    if (accounts.values().some((each) => each.accountNumber === accountNumber))
      throw refused(53000020, `The account number ${accountNumber} is invalid.`);
    const id = newRef();
    accounts.put(id, {
      id,
      autoPay: false,
      paymentTerm: "Due Upon Receipt",
      defaultPaymentMethodId: null,
      ...body,
      accountNumber,
    });
    const reply = ok({ accountId: id, accountNumber });
    if (key) answered.put(key, reply);
    return reply;
  }
  const showAccount = ({ params }: SimRequest): SimReply => {
    const { id, name, accountNumber, currency, autoPay, paymentTerm, defaultPaymentMethodId } = accountOf(
      params["key"]!,
    );
    return ok({
      basicInfo: { id, name, accountNumber, status: "Active" },
      billingAndPayment: { currency, autoPay, paymentTerm, defaultPaymentMethodId },
    });
  };
  function changeAccount({ params, body }: SimRequest): SimReply {
    const account = accountOf(params["key"]!);
    const to = { ...account, ...body, id: account.id, accountNumber: account.accountNumber };
    if (body["defaultPaymentMethodId"] && methodOf(body["defaultPaymentMethodId"]).accountKey !== account.id)
      throw refused(53000020, "The payment method does not belong to the account.");
    accounts.put(account.id, to);
    return ok({});
  }

  function listMethods({ params }: SimRequest): SimReply {
    const { id, defaultPaymentMethodId } = accountOf(params["key"]!);
    const theirs = methods.values().filter(({ accountKey }) => accountKey === id);
    return ok({
      defaultPaymentMethodId,
      creditcard: theirs.filter(({ type }) => type === "CreditCard"),
      banktransfer: theirs.filter(({ type }) => type !== "CreditCard"),
    });
  }
  function removeMethod({ params }: SimRequest): SimReply {
    const { id, accountKey } = methodOf(params["id"]!);
    if (accounts.get(accountKey)?.["defaultPaymentMethodId"] === id)
      throw refused(57000030, "The default payment method of an account cannot be deleted.");
    methods.remove(id);
    return ok({});
  }

  const payments = openPayments({ store, clock, newRef, refused, accountOf, methodOf });

  function signPage({ body }: SimRequest): SimReply {
    const { pageId, uri, accountId } = body;
    if (!pageId || !uri) throw refused(50000022, "Missing required field: pageId or uri");
    const given = pages.authorise(String(pageId), accountOf(String(accountId)).id);
    const signature = take("signature") ? Buffer.alloc(256, 1).toString("base64") : given.signature;
    return ok({ ...given, signature });
  }

  const shown = (text: string, type = "text/html; charset=utf-8"): SimReply => ({
    status: 200,
    headers: { "content-type": type },
    body: text,
  });
  const failed = (errorCode: string, errorMessage: string): SimReply =>
    shown(tellingPage({ success: false, errorCode, errorMessage, responseFrom: "Response_From_Submit_Page" }));
  const sentences: Record<string, string> = {
    Invalid_Token: "The token is invalid.",
    Attempt_Exceed_Limitation: "Submission attempt limit exceeded or token already used. Please reload the page.",
    Token_Expired: "The token has expired. Please reload the page.",
    Signature_Invalid: "The signature is invalid.",
  };
  function showPage({ query }: SimRequest): SimReply {
    const asked = Object.fromEntries(query);
    const fault = pages.faultOf(asked);
    return fault ? failed(fault, sentences[fault]!) : shown(formPage(asked, asked["id"] !== debitPage));
  }
  function submitPage({ body }: SimRequest): SimReply {
    const fault = pages.faultOf(body);
    if (fault) return failed(fault, sentences[fault]!);
    const number = String(body["cardNumber"] ?? body["accountNumber"] ?? "").replace(/\D/g, "");
    const isCard = body["id"] !== debitPage;
    const brand = brands.find(([pattern]) => pattern.test(number))?.[1];
    if (isCard && (number.length < 13 || !brand))
      return failed("HostedPageFieldValidationError", "The card number is not valid.");
    if (asking.has(number) && body["bank"] === undefined) return shown(bankPage(body as Record<string, string>));
    const { token, pageId, accountId } = pages.use(String(body["token"]));
    if (asking.has(number) && body["bank"] !== "passed")
      return failed(
        "Threed_Validation_Failed",
        "Your bank did not confirm this card. Please try again or use another.",
      );
    if (declined.has(number))
      return failed("BusinessValidationError", "[GatewayTransactionError] Transaction declined.205 - Do Not Honor");
    const id = newRef();
    const [month, year] = String(body["expires"] ?? "12/30")
      .split("/")
      .map(Number);
    methods.put(id, {
      id,
      accountKey: accountId,
      status: "Active",
      isDefault: false,
      createdOn: new Date(clock.now()).toISOString(),
      ...(isCard
        ? {
            type: "CreditCard",
            cardNumber: `************${number.slice(-4)}`,
            cardType: brand,
            expirationMonth: month,
            expirationYear: 2000 + (year! % 100),
          }
        : { type: "BankTransfer", bankTransferType: "DirectDebitUK", accountNumber: `****${number.slice(-4)}` }),
    });
    const signature = take("callback") ? Buffer.alloc(256, 1).toString("base64") : pages.sign(pageId, token);
    return shown(
      tellingPage({ success: true, refId: id, token, signature, tenantId, responseFrom: "Response_From_Submit_Page" }),
    );
  }

  return {
    routes: [
      { method: "POST", path: "/oauth/token", answer: giveToken },
      { method: "POST", path: "/v1/rsa-signatures", answer: signPage },
      { method: "POST", path: "/v1/accounts", answer: createAccount },
      { method: "GET", path: "/v1/accounts/:key", answer: showAccount },
      { method: "PUT", path: "/v1/accounts/:key", answer: changeAccount },
      { method: "GET", path: "/v1/accounts/:key/payment-methods", answer: listMethods },
      { method: "GET", path: "/v1/payment-methods/:id", answer: ({ params }) => ok(methodOf(params["id"]!)) },
      { method: "DELETE", path: "/v1/payment-methods/:id", answer: removeMethod },
      ...payments.routes,
      { method: "GET", path: "/zuora-min.js", answer: () => shown(script, "text/javascript; charset=utf-8") },
      { method: "GET", path: pagePath, answer: showPage },
      { method: "POST", path: pagePath, answer: submitPage },
    ],
    notFound: () => ({ status: 404, body: { success: false, reasons: [{ code: 90000040, message: "No such path" }] } }),
    guard: refuseToken,
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/balance" ? { status: 200, body: payments.balance() } : undefined,
    /**
     * `spoil {what, times}` has the next `token` refused, the `signature` of the next authorisation spoiled, or that of the
     * next `callback`; `submit {fields}` enters a method as somebody does in the frame, and answers what the page is told;
     * `refund {payment, amount}` gives back of a payment.
     */
    act({ action, what, times = 1, fields, payment, amount }: Record<string, any>) {
      if (action === "spoil") return spoiled.put(String(what), { what: String(what), times: Number(times) });
      if (action === "refund") return payments.refund(String(payment), Number(amount));
      const reply = submitPage({ body: fields } as SimRequest);
      return JSON.parse(JSON.parse(/postMessage\((".*"), "\*"\)/.exec(String(reply.body))![1]!));
    },
  };
}
