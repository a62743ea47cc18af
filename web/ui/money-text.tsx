/** The shape of money on the wire: whole minor units as text, and its currency. */
export type MoneyValue = { Minor: string; Currency: "GBP" | "EUR" };

const symbols = { GBP: "£", EUR: "€" } as const;

/** `£1,234.50`; a minus before the sign of the currency. Works on text, so no figure is ever too large. */
export function formatMoney({ Minor, Currency }: MoneyValue): string {
  const negative = Minor.startsWith("-");
  const digits = (negative ? Minor.slice(1) : Minor).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "−" : ""}${symbols[Currency]}${whole}.${digits.slice(-2)}`;
}

/** An amount with its currency, in tabular figures; what is owed to the reader says "credit" as well as its minus. */
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
      {credit && owed && <span className="text-sm"> credit</span>}
    </span>
  );
}
