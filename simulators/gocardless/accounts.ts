/** Customers and bank accounts as a billing request collects them, with what of them is refused. */
import { refuseFields } from "./api.ts";

/** Sort codes and accounts that fail the check of their digits, among the published cases of Vocalink's specification. */
const failing: ReadonlySet<string> = new Set([
  "938063 15763217",
  "938063 15764264",
  "203099 58716970",
  "118765 64371388",
  "203099 66831036",
  "107999 88837493",
]);

const blank = "can't be blank";

/** Refuses details that a mandate cannot be made of. */
export function checkCustomer({ customer = {}, customer_billing_detail: place = {} }: Record<string, any>): void {
  const needed = { email: customer["email"] };
  const of = Object.entries({ ...needed, ...(customer["company_name"] ? {} : namesOf(customer)) });
  const within = ["address_line1", "city", "postal_code", "country_code"].map((name) => [name, place[name]] as const);
  refuseFields("data", {
    ...Object.fromEntries(of.filter(([, value]) => !value).map(([name]) => [`customer/${name}`, blank])),
    ...Object.fromEntries(
      within.filter(([, value]) => !value).map(([name]) => [`customer_billing_detail/${name}`, blank]),
    ),
  });
}
const namesOf = ({ given_name, family_name }: Record<string, any>) => ({ given_name, family_name });

export type Account = { account_holder_name: string; ending: string; bank: string; country: string };

/** Reads a bank account; refuses one that does not fit the scheme or that there is not. */
export function readAccount(data: Record<string, any>, scheme: string): Account {
  const holder = String(data["account_holder_name"] ?? "").trim();
  const iban = String(data["iban"] ?? "").replace(/\s/g, "");
  const number = String(data["account_number"] ?? "");
  const branch = String(data["branch_code"] ?? "").replace(/\D/g, "");
  const faults: Record<string, string> = {};
  if (holder === "") faults["account_holder_name"] = blank;
  if (scheme === "bacs") {
    if (branch.length !== 6) faults["branch_code"] = "is the wrong length (should be 6 characters)";
    if (!/^\d{8}$/.test(number)) faults["account_number"] = "is the wrong length (should be 8 characters)";
    else if (failing.has(`${branch} ${number}`)) faults["account_number"] = "did not pass modulus check";
  } else if (!isIban(iban)) faults["iban"] = "is invalid";
  refuseFields("data", faults);
  return {
    account_holder_name: holder.toUpperCase(),
    ending: (scheme === "bacs" ? number : iban).slice(-2),
    bank: scheme === "bacs" ? "BARCLAYS BANK PLC" : "BANK OF IRELAND",
    country: scheme === "bacs" ? "GB" : iban.slice(0, 2),
  };
}

function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
