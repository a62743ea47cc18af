/** Money as on the wire: whole minor units as text, and the currency. */
export type MoneyValue = { Minor: string; Currency: "GBP" | "EUR" };

const symbols = { GBP: "£", EUR: "€" } as const;

/** Formats money as `£1,234.50`; a minus precedes the currency sign. Works on text, so no figure is too large. */
export function formatMoney({ Minor, Currency }: MoneyValue): string {
  const negative = Minor.startsWith("-");
  const digits = (negative ? Minor.slice(1) : Minor).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "−" : ""}${symbols[Currency]}${whole}.${digits.slice(-2)}`;
}

/** Shows an amount in tabular figures; a credit, an amount owed to the reader, is also green. */
export function MoneyText({
  value,
  credit,
  className = "",
}: {
  value: MoneyValue;
  credit?: boolean;
  className?: string;
}) {
  const owed = value.Minor.startsWith("-");
  return (
    <span className={`figures whitespace-nowrap ${credit && owed ? "text-success" : ""} ${className}`}>
      {formatMoney(value)}
    </span>
  );
}
