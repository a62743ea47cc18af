/** The life of a mandate: handed to the banks at the cut-off, active two working days later, and how it ends. */
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import { createTimers } from "../kit/timers.ts";
import { invalidState, type Resource } from "./api.ts";
import type { Account } from "./accounts.ts";
import type { Tell } from "./events.ts";
import { bankDay, hourOn, workingDaysAfter } from "./working-days.ts";

type Mandate = Resource & { status: string; links: Record<string, string>; firstChargeOn: string; magic: string };

const over: ReadonlySet<string> = new Set(["failed", "cancelled", "expired", "consumed", "blocked"]);
/** The timers that have nothing to do any more in a status. */
const stops: Readonly<Record<string, string[]>> = { submitted: ["submit"], active: ["submit", "activate"] };
const unusedMs = 13 * 30 * 86_400_000;

type Cause = { origin: string; cause: string; reason_code?: string; description: string };
const byBank = (cause: string, reason_code: string, description: string): Cause => ({
  origin: "bank",
  cause,
  reason_code,
  description,
});
const causes = {
  submitted: { origin: "gocardless", cause: "mandate_submitted", description: "The mandate was submitted." },
  active: { origin: "gocardless", cause: "mandate_activated", description: "The cooling off period is over." },
  expired: { origin: "gocardless", cause: "mandate_expired", description: "The mandate was not used for 13 months." },
  invalid: byBank("invalid_bank_details", "AUDDIS-5", "The bank account does not exist."),
  transferred: byBank("bank_account_transferred", "ADDACS-C", "The customer's bank account was moved."),
  amended: byBank("bank_account_transferred", "ADDACS-E", "The customer's bank amended the instruction."),
  reinstated: byBank("mandate_reinstated", "ADDACS-R", "The customer's bank reinstated the mandate."),
  cancelledByUs: { origin: "api", cause: "mandate_cancelled", description: "The mandate was cancelled by the API." },
} satisfies Record<string, Cause>;
/** What the payer or the bank does that ends a mandate: a new one is needed then. */
const endings: Readonly<Record<string, Cause>> = {
  referAtBank: byBank("refer_to_payer", "ADDACS-0", "The customer's bank cancelled the mandate."),
  cancelAtBank: byBank("mandate_cancelled", "ADDACS-1", "The customer cancelled the mandate at their bank."),
  payerDies: byBank("payer_deceased", "ADDACS-2", "The customer has died."),
  moveAccount: byBank("bank_account_transferred", "ADDACS-3", "The customer's bank account was transferred."),
  closeAccount: byBank("bank_account_closed", "ADDACS-B", "The customer's bank account was closed."),
  disputeNotice: byBank("authorisation_disputed", "ADDACS-D", "The customer disputed the advance notice."),
};

export function openMandates(
  store: Store,
  clock: Clock,
  newId: (prefix: string) => string,
  tell: Tell,
  onEnd: (id: string) => void,
) {
  const mandates = store.collection<Mandate>("mandates");
  const accounts = store.collection<Resource>("bankAccounts");
  const at = () => new Date(clock.now()).toISOString();
  const timers = createTimers(store, {
    submit(id) {
      move(id, "submitted", causes.submitted);
      timers.set(hourOn(workingDaysAfter(bankDay(clock.now() - 1), 2), 12), "activate", id);
    },
    activate: (id) => activate(id),
    expire: (id) => move(id, "expired", causes.expired),
  });
  clock.register(timers);

  function activate(id: string): void {
    const { magic } = mandates.get(id)!;
    if (magic === "Invalid") return move(id, "failed", causes.invalid);
    move(id, "active", causes.active);
    timers.set(clock.now() + unusedMs, "expire", id);
    if (magic === "Expired") move(id, "expired", causes.expired);
    if (magic === "Switching") transfer(id);
  }
  /** Moves a mandate unless it is over or there already. */
  function move(id: string, status: string, cause: Cause): void {
    const mandate = mandates.get(id);
    if (!mandate || over.has(mandate.status) || mandate.status === status) return;
    mandates.put(id, { ...mandate, status });
    for (const kind of stops[status] ?? ["submit", "activate", "expire"]) timers.clear(kind, id);
    tell("mandates", status, { mandate: id }, { scheme: mandate["scheme"], ...cause });
    if (over.has(status)) onEnd(id);
  }
  /** The bank gives the account another number, or only amends the instruction; the mandate goes on. */
  function transfer(id: string, cause: Cause = causes.transferred): void {
    const mandate = mandates.get(id)!;
    const before = accounts.get(mandate.links["customer_bank_account"]!)!;
    const moved = { ...before, id: newId("BA"), account_number_ending: "42", bank_name: "NATWEST BANK PLC" };
    accounts.put(moved.id, moved);
    mandates.put(id, { ...mandate, links: { ...mandate.links, customer_bank_account: moved.id } });
    tell("mandates", "transferred", { mandate: id }, { scheme: mandate["scheme"], ...cause });
  }
  /** The bank takes back that it ended a mandate; one that lives goes on. */
  function reinstate(id: string): void {
    const mandate = mandates.get(id)!;
    mandates.put(id, { ...mandate, status: "active" });
    tell("mandates", "reinstated", { mandate: id }, { scheme: mandate["scheme"], ...causes.reinstated });
  }

  function shown({ firstChargeOn, magic: _, ...mandate }: Mandate): Resource {
    const soonest = workingDaysAfter(bankDay(clock.now()), 3);
    const next = over.has(mandate["status"]) ? null : soonest > firstChargeOn ? soonest : firstChargeOn;
    return { ...mandate, id: mandate["id"], next_possible_charge_date: next };
  }
  const find = (id: string) => {
    const mandate = mandates.get(id);
    return mandate && shown(mandate);
  };

  return {
    accountOf: (id: string): Resource | undefined => accounts.get(id),
    find,
    list: () => mandates.values().map(shown),
    givenName: (id: string): string | undefined => mandates.get(id)?.magic,
    /** Begins a mandate of an account; its customer's given name may be one of the magic ones. */
    begin(account: Account, { scheme, customer, given_name }: Record<string, any>): Resource {
      const bankAccount = {
        id: newId("BA"),
        account_holder_name: account.account_holder_name,
        account_number_ending: account.ending,
        account_type: null,
        bank_account_token: null,
        bank_name: account.bank,
        country_code: account.country,
        created_at: at(),
        currency: scheme === "bacs" ? "GBP" : "EUR",
        enabled: true,
        links: { customer },
        metadata: {},
        payer_name_verification_result: null,
        trusted_recipient: null,
      };
      accounts.put(bankAccount.id, bankAccount);
      const id = newId("MD");
      const day = bankDay(clock.now());
      const mandate: Mandate = {
        id,
        authorisation_source: "web",
        consent_parameters: null,
        consent_type: null,
        created_at: at(),
        funds_settlement: "managed",
        links: { creditor: "CR000001", customer, customer_bank_account: bankAccount.id },
        mandate_type: null,
        metadata: {},
        next_possible_standard_ach_charge_date: null,
        payments_require_approval: false,
        reference: `TRADEWIND-${id.slice(-5)}`,
        scheme,
        status: "pending_submission",
        verified_at: null,
        firstChargeOn: workingDaysAfter(day, 4),
        magic: given_name,
      };
      mandates.put(id, mandate);
      timers.set(hourOn(day, 16), "submit", id);
      tell("mandates", "created", { mandate: id }, { origin: "api", cause: "mandate_created", scheme });
      return shown(mandate);
    },
    cancel(id: string): void {
      if (over.has(mandates.get(id)!.status))
        throw invalidState("cancellation_failed", "The mandate cannot be cancelled in its current state.");
      move(id, "cancelled", causes.cancelledByUs);
    },
    /** What happens by itself later, and what the payer does at their bank. */
    happen(id: string, what: string): boolean {
      if (!mandates.get(id)) return false;
      if (what === "mandate_activated") activate(id);
      else if (what === "mandate_failed") move(id, "failed", causes.invalid);
      else if (what === "mandate_expired") move(id, "expired", causes.expired);
      else if (what === "mandate_transferred") transfer(id);
      else if (what === "amendAtBank") transfer(id, causes.amended);
      else if (what === "reinstateAtBank") reinstate(id);
      else if (what in endings) move(id, "cancelled", endings[what]!);
      else return false;
      return true;
    },
  };
}
