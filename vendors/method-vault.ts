/** The interface between the core and whoever keeps payment methods: cards and bank accounts that are entered on its own page. */
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Instant } from "@tradewind/domain/values/dates.ts";
import type { GatewayBook } from "./gateway-books.ts";
import type { MethodCharges } from "./gateways.ts";

export type MethodKind = "card" | "directDebit";

/** What a browser needs to open the vault's page; `key` is the public half of the key the page signs with. */
export type PageAuthorisation = {
  signature: string;
  token: string;
  key: string;
  tenantId: string;
  pageId: string;
  url: string;
};

/** A payment method as the vault has it; `accountRef` is whose it is there. */
export type StoredMethod = {
  ref: string;
  accountRef: string;
  kind: MethodKind;
  isActive: boolean;
  /** As the vault writes it, such as `AmericanExpress`. */
  brand: string | null;
  lastFour: string | null;
  expires: { month: number; year: number } | null;
  createdAt: Instant | null;
};

/** Whom an account is for; the same `number` is the same account. */
export type AccountHolder = {
  number: string;
  name: string;
  currency: Currency;
  country: string;
  contactName: string;
  email: string;
};

/** Throws `VendorUnavailable` where the outcome is unknown, and `VendorRefusal` where the vault said no; charges answer so. */
export type MethodVault = {
  id: string;
  name: string;
  /** The script that opens its page in a browser, in a frame of one of these origins. */
  browser: { scriptUrl: string; frames: readonly string[] };
  /** Returns the vault's number of the account, made if there is none. */
  ensureAccount(holder: AccountHolder): Promise<string>;
  /** Whether it has a page for this kind and currency. */
  hasPage(kind: MethodKind, currency: Currency): boolean;
  /** Undefined if there is no page for this kind and currency. */
  authorise(asked: {
    kind: MethodKind;
    currency: Currency | null;
    accountRef: string;
  }): Promise<PageAuthorisation | undefined>;
  /** Tells whether the page signed what came back from it, for this authorisation and not long ago. */
  isSigned(signature: string, given: Omit<PageAuthorisation, "signature">, now: Date): boolean;
  /** Undefined if it has no such method any more. */
  read(ref: string): Promise<StoredMethod | undefined>;
  /** Safe to repeat: what is closed already stays closed. */
  close(ref: string): Promise<void>;
  charges: MethodCharges;
  /** How the account is paid; `defaultRef` null for by hand. */
  save(accountRef: string, terms: { autoPay: boolean; paymentTerm: string; defaultRef: string | null }): Promise<void>;
  book?: GatewayBook;
};
