/** The life of a payment by mandate: handed to the banks in time for its day, confirmed on the next, paid out on the one after. */
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import { createTimers } from "../kit/timers.ts";
import type { SimRequest } from "../kit/vendor.ts";
import { invalidState, refuseFields, type Resource } from "./api.ts";
import type { Tell } from "./events.ts";
import { hourOn, workingDaysAfter, workingDaysBefore } from "./working-days.ts";

type Payment = Resource & { status: string; charge_date: string; amount: number; links: Record<string, string> };

/** What may follow which status: what counted can still fail or be charged back. */
const follows: Readonly<Record<string, readonly string[]>> = {
  submitted: ["pending_submission"],
  confirmed: ["pending_submission", "submitted"],
  paid_out: ["confirmed"],
  failed: ["pending_submission", "submitted", "confirmed", "paid_out"],
  cancelled: ["pending_submission"],
  charged_back: ["confirmed", "paid_out"],
};
const byUs = { origin: "gocardless" };
const causes: Readonly<Record<string, Record<string, string>>> = {
  submitted: { ...byUs, cause: "payment_submitted", description: "Payment submitted to the banks." },
  confirmed: { ...byUs, cause: "payment_confirmed", description: "Enough time has passed since the payment was sent." },
  paid_out: { ...byUs, cause: "payment_paid_out", description: "The payment has been paid out." },
  cancelled: { origin: "api", cause: "payment_cancelled", description: "The payment was cancelled." },
  charged_back: {
    origin: "bank",
    cause: "authorisation_disputed",
    reason_code: "DDICA-5",
    description: "The customer has disputed that the payment was authorised.",
  },
};
const failures: Readonly<Record<string, readonly [reason_code: string, description: string]>> = {
  refer_to_payer: ["ARUDD-0", "The customer's bank wasn't able to pay the Direct Debit."],
  mandate_cancelled: ["ARUDD-1", "The customer cancelled the mandate at their bank."],
  bank_account_closed: ["ARUDD-B", "The customer's bank account has been closed."],
};
const endedMandates: ReadonlySet<string> = new Set(["failed", "cancelled", "expired", "consumed", "blocked"]);

export function openDebits(
  store: Store,
  clock: Clock,
  newId: (prefix: string) => string,
  tell: Tell,
  findMandate: (id: string) => Resource | undefined,
  /** The given name of a mandate's customer, which may be one of the magic ones. */
  givenName: (mandateId: string) => string | undefined,
) {
  const payments = store.collection<Payment>("payments");
  const timers = createTimers(store, {
    submitPayment: (id) => move(id, "submitted"),
    confirmPayment(id) {
      const { links, charge_date } = payments.get(id)!;
      const name = givenName(links["mandate"]!);
      if (endedMandates.has(findMandate(links["mandate"]!)?.["status"])) return move(id, "failed", "mandate_cancelled");
      if (name === "Penniless") return move(id, "failed", "refer_to_payer");
      move(id, "confirmed");
      timers.set(hourOn(workingDaysAfter(charge_date, 2), 14), "payOut", id);
      const after = name === "Fickle" ? "chargeBack" : name === "Late" ? "failLate" : undefined;
      if (after) timers.set(hourOn(workingDaysAfter(charge_date, 3), 12), after, id);
    },
    payOut: (id) => move(id, "paid_out"),
    chargeBack: (id) => move(id, "charged_back"),
    failLate: (id) => move(id, "failed", "refer_to_payer"),
  });
  clock.register(timers);

  /** Moves a payment where that is still possible, and returns whether it was. */
  function move(id: string, status: string, cause?: string): boolean {
    const payment = payments.get(id);
    if (!payment || !follows[status]?.includes(payment.status)) return false;
    payments.put(id, { ...payment, status });
    if (["failed", "cancelled", "charged_back"].includes(status))
      for (const kind of ["submitPayment", "confirmPayment", "payOut", "chargeBack", "failLate"])
        timers.clear(kind, id);
    const [reason_code, description] = failures[cause ?? ""] ?? [];
    const why = cause ? { origin: "bank", cause, reason_code, description } : causes[status]!;
    tell("payments", status, { payment: id }, { scheme: payment["scheme"], ...why });
    return true;
  }

  return {
    find: (id: string): Resource | undefined => payments.get(id),
    list: ({ query }: SimRequest): Resource[] =>
      payments.values().filter(({ links }) => !query.has("mandate") || links["mandate"] === query.get("mandate")),
    make({ body }: SimRequest): Resource {
      const { amount, currency, charge_date, description, metadata, links, retry_if_possible } = body["payments"] ?? {};
      const mandate = findMandate(String(links?.["mandate"]));
      if (!mandate) throw invalidState("mandate_is_inactive", "Mandate not found.");
      if (endedMandates.has(mandate["status"]))
        throw invalidState("mandate_is_inactive", "Mandate is failed, cancelled or expired.");
      const wanted = mandate["scheme"] === "bacs" ? "GBP" : "EUR";
      const soonest = String(mandate["next_possible_charge_date"]);
      refuseFields("payments", {
        ...(!Number.isInteger(amount) || amount < 1 ? { amount: "must be a positive number of pence" } : {}),
        ...(currency !== wanted ? { currency: "must be that of the mandate's scheme" } : {}),
        ...(charge_date && charge_date < soonest
          ? { charge_date: "must be on or after mandate's next_possible_charge_date" }
          : {}),
      });
      const id = newId("PM");
      const day = workingDaysAfter(charge_date ?? soonest, 0);
      const payment = {
        id,
        amount,
        amount_refunded: 0,
        app_fee: null,
        charge_date: day,
        created_at: new Date(clock.now()).toISOString(),
        currency,
        description: description ?? null,
        faster_ach: false,
        fx: { estimated_exchange_rate: null, exchange_rate: null, fx_amount: null, fx_currency: currency },
        links: { creditor: "CR000001", mandate: mandate.id },
        metadata: metadata ?? {},
        reference: null,
        retry_if_possible: retry_if_possible ?? false,
        scheme: mandate["scheme"],
        status: "pending_submission",
      };
      payments.put(id, payment);
      timers.set(hourOn(workingDaysBefore(day, 2), 16), "submitPayment", id);
      timers.set(hourOn(workingDaysAfter(day, 1), 12), "confirmPayment", id);
      tell("payments", "created", { payment: id }, { ...causes["submitted"], cause: "payment_created" });
      return payment;
    },
    /** What was not handed to the banks yet is cancelled with its mandate. */
    endWith(mandate: string): void {
      for (const { id, links } of payments.values()) if (links["mandate"] === mandate) move(id, "cancelled");
    },
    /** What happens by itself later, and what the payer's bank does. */
    happen(id: string, what: string, cause = "refer_to_payer"): boolean {
      if (!payments.get(id)) return false;
      const status = what.replace(/^payment_(late_)?/, "").replace("failure", "failed");
      return move(id, status, status === "failed" ? cause : undefined);
    },
  };
}
