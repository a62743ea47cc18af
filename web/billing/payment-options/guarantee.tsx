import type { DirectDebitStatus } from "./payment-options.queries.ts";

/** What the scheme has payers told before they authorise a direct debit, in its own words. */
export function Guarantee({ scheme, provider }: { scheme: DirectDebitStatus["Scheme"]; provider: string }) {
  const title = scheme === "bacs" ? "The Direct Debit Guarantee" : "SEPA Direct Debit mandate";
  return (
    <section aria-label={title} className="grid gap-2 rounded-card border border-line bg-sunken p-4 text-sm">
      <h3 className="font-medium">{title}</h3>
      {scheme === "bacs" ? (
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>
            This Guarantee is offered by all banks and building societies that accept instructions to pay Direct Debits.
          </li>
          <li>
            If there are any changes to the amount, date or frequency of your Direct Debit {provider} will notify you
            three working days in advance of your account being debited or as otherwise agreed. If you request{" "}
            {provider} to collect a payment, confirmation of the amount and date will be given to you at the time of the
            request.
          </li>
          <li>
            If an error is made in the payment of your Direct Debit, by {provider} or your bank or building society, you
            are entitled to a full and immediate refund of the amount paid from your bank or building society. If you
            receive a refund you are not entitled to, you must pay it back when {provider} asks you to.
          </li>
          <li>
            You can cancel a Direct Debit at any time by simply contacting your bank or building society. Written
            confirmation may be required. Please also notify us.
          </li>
        </ul>
      ) : (
        <p>
          By authorising this mandate, you allow {provider} to send instructions to your bank to debit your account, and
          your bank to debit your account in accordance with them. As part of your rights, you are entitled to a refund
          from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed
          within eight weeks starting from the date on which your account was debited.
        </p>
      )}
    </section>
  );
}
