const another = "Please set up a new direct debit, or pay by bank transfer.";

/** By the cause of an event. */
const reasons: Readonly<Record<string, string>> = {
  bank_account_closed: `The bank account was closed. ${another}`,
  bank_account_disabled: `The bank account was closed. ${another}`,
  bank_account_transferred: `The bank account was moved to another bank. ${another}`,
  invalid_bank_details: `The bank does not know this account. Please set up a new direct debit with its sort code and number, or its IBAN, as they stand on a statement.`,
  direct_debit_not_enabled: `The bank takes no direct debits from this account. Please set one up with another account, or pay by bank transfer.`,
  mandate_cancelled: `The direct debit was cancelled at the bank. ${another}`,
  authorisation_disputed: `The bank was told that this direct debit was not authorised. Please talk to your bank before you set up a new one.`,
  refer_to_payer: `The bank refused the direct debit without saying why. Please ask your bank, then set up a new one.`,
  payer_deceased: "The bank closed the account. Please talk to us about how you want to pay.",
  mandate_expired: `No payment was taken for so long that the direct debit lapsed. ${another}`,
};

/** Says in plain words why a mandate ended; what nobody foresaw shows what GoCardless said. */
export function failureOf({ cause = "unknown", description }: { cause?: string; description?: string }) {
  const said = description ? `${description.slice(0, 300)} ${another}` : `The direct debit ended. ${another}`;
  return { code: cause.slice(0, 100), reason: reasons[cause] ?? said };
}

const notTaken = "Nothing was taken.";
const otherwise = "Please pay this invoice by card or bank transfer.";

/** By the cause of an event about a payment; `isFinal` if trying it again would be in vain. */
const payments: Readonly<Record<string, { reason: string; isFinal: boolean }>> = {
  insufficient_funds: {
    reason: `There was not enough money in the bank account. ${notTaken} Please pay in what is missing, or pay by card or bank transfer.`,
    isFinal: false,
  },
  refer_to_payer: {
    reason: `The bank refused the payment, most often because there was not enough money in the account. ${notTaken} Please ask your bank, or pay by card or bank transfer.`,
    isFinal: false,
  },
  bank_account_closed: { reason: `The bank account was closed. ${notTaken} ${otherwise}`, isFinal: true },
  bank_account_transferred: {
    reason: `The bank account was moved to another bank. ${notTaken} ${otherwise}`,
    isFinal: true,
  },
  invalid_bank_details: {
    reason: `The bank does not know this account. ${notTaken} Please set up a new direct debit, and pay this invoice by card or bank transfer.`,
    isFinal: true,
  },
  mandate_cancelled: {
    reason: `The direct debit was cancelled. ${notTaken} ${otherwise}`,
    isFinal: true,
  },
  authorisation_disputed: {
    reason: `The bank was told that this payment was not authorised, and gave it back. Please talk to us before you pay this invoice another way.`,
    isFinal: true,
  },
  payment_cancelled: { reason: `The payment was cancelled before it was taken. ${otherwise}`, isFinal: true },
};

/** Says in plain words why a payment was not taken or went back. */
export function paymentFailureOf({ cause = "unknown", description }: { cause?: string; description?: string }) {
  const said = `The bank refused the payment${description ? `: ${description.slice(0, 250).replace(/\.$/, "")}` : ""}. ${notTaken} ${otherwise}`;
  return { code: cause.slice(0, 100), ...(payments[cause] ?? { reason: said, isFinal: true }) };
}
