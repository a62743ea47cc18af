import type { Currency } from "../values/money.ts";

/** Who an invoice is from and to, as they were when it was issued. */
export type Party = { name: string; addressLines: string[]; country: string; vatNumber: string | null } & AddressParts;
/** The address once more, by its parts; documents issued before these were kept have only its lines. */
type AddressParts = {
  street?: string | null;
  street2?: string | null;
  city?: string | null;
  county?: string | null;
  postCode?: string | null;
};
/** The number under which a business buyer is registered, where it gave one. */
export type Buyer = Party & { companyNumber?: string | null };
type BankAccount = {
  bankName: string;
  accountName: string;
  sortCode: string;
  accountNumber: string;
  iban: string;
  bic: string;
};
export type Seller = Party & BankAccount & { companyNumber: string; registeredOffice: string };

/** Returns the bank details for a transfer in a currency. */
export const bankDetailsOf = (account: BankAccount, currency: Currency): string[] =>
  currency === "GBP"
    ? [account.bankName, account.accountName, `Sort code ${account.sortCode}`, `Account ${account.accountNumber}`]
    : [account.bankName, account.accountName, `IBAN ${account.iban}`, `BIC ${account.bic}`];
