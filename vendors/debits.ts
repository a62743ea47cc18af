/** The interface between the core and whoever takes money from bank accounts: what a mandate is there, and what can be asked for. */
import type { MandateStatus, Scheme } from "@tradewind/domain/billing/direct-debits.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { GatewayBook } from "./gateway-books.ts";
import type { MethodCharges } from "./gateways.ts";
import type { RawWebhook } from "./vendor.ts";

/** Whose account it is to be, as its owner says. It goes to the provider, and is kept nowhere else. */
export type DebitAccount = { holder: string } & ({ sortCode: string; accountNumber: string } | { iban: string });

export type DebitPayer = {
  name: string;
  contactName: string;
  email: string;
  address: { line1: string; line2: string; city: string; postcode: string; country: string };
};

/** A mandate as the provider was last seen to have it. */
export type SeenMandate = {
  ref: string;
  status: Exclude<MandateStatus, "starting">;
  /** As it stands on the payer's bank statement. */
  reference: string | null;
  bankName: string | null;
  /** The last digits of the account, as many as the provider tells. */
  ending: string | null;
  /** The first day on which money can be taken; null once it has ended. */
  nextChargeOn: CalendarDate | null;
  /** Why it ended, and what to do next in plain words. */
  failure: { code: string; reason: string } | null;
};

/** Throws `VendorUnavailable` where the outcome is unknown, and `VendorRefusal` where the provider said no. */
export type DebitProvider = {
  id: string;
  name: string;
  /** Has the provider check payer and account, and returns its number. There is no mandate yet. Throws `AccountRefused`. */
  prepare(asked: { key: string; scheme: Scheme; payer: DebitPayer; account: DebitAccount }): Promise<string>;
  /** Begins the mandate of what was prepared, one however often it is asked, and returns its number. */
  begin(preparedRef: string): Promise<string>;
  /** Returns the number of its mandate; undefined if none was begun. */
  findBegun(preparedRef: string): Promise<string | undefined>;
  read(ref: string): Promise<SeenMandate>;
  /** Safe to repeat: what has ended stays as it is. */
  cancel(ref: string): Promise<void>;
  book?: GatewayBook;
  /** Takes money by a mandate, which is the `methodRef`. The provider tries nothing again by itself. */
  charges: MethodCharges;
  /** Returns the numbers of all that its events are about; undefined if the provider did not sign it. */
  verify(raw: RawWebhook): { mandates: string[]; payments: string[] } | undefined;
};

export type AccountField = "holder" | "sortCode" | "accountNumber" | "iban";
export type PayerField = "name" | "email" | "address";

/** The provider knows no such account, or the payer's details are not enough; says which, for people. */
export class AccountRefused extends Error {
  readonly fields: Partial<Record<AccountField | PayerField, string>>;
  constructor(fields: AccountRefused["fields"]) {
    super("The provider refused the account");
    this.name = "AccountRefused";
    this.fields = fields;
  }
}
