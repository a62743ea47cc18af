import { useState } from "react";
import { Field, type FieldProps } from "./field.tsx";
import type { MoneyValue } from "./money-text.tsx";

type MoneyFieldProps = FieldProps & {
  currency: MoneyValue["Currency"];
  /** Minor units as text, as on the wire; empty for none. */
  value: string;
  /** Receives minor units, empty for none, undefined if the text is not an amount. */
  onValue: (minor: string | undefined) => void;
  name?: string;
  disabled?: boolean;
  readOnly?: boolean;
};

const symbols = { GBP: "£", EUR: "€" } as const;
const amountPattern = /^([£€])?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/;

/**
 * Parses `1,234.5` as `123450`; undefined if not an amount of the currency in whole pence. Works on text, so no figure is too large.
 */
export function parseAmount(text: string, currency: MoneyValue["Currency"]): string | undefined {
  const [, symbol = symbols[currency], whole, pence = ""] = amountPattern.exec(text.trim()) ?? [];
  return whole === undefined || symbol !== symbols[currency]
    ? undefined
    : `${whole.replaceAll(",", "")}${pence.padEnd(2, "0")}`.replace(/^0+(?=\d)/, "");
}

const amountText = (minor: string) => {
  const digits = minor.padStart(3, "0");
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${digits.slice(-2)}`;
};

/**
 * Asks for an amount: its currency in front, right-aligned as in tables; formatted with two decimals on leaving. What is
 * not an amount stays as it is written, and no button sends anything until it is corrected (`Button`).
 */
export function MoneyField({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  currency,
  value,
  onValue,
  ...input
}: MoneyFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  const isWrong = typed !== undefined && typed.trim() !== "" && parseAmount(typed, currency) === undefined;
  const wrong = left && isWrong ? "Must be an amount such as 12.50" : undefined;
  return (
    <Field {...{ label, hint, optional, quietLabel, className }} error={wrong ?? error}>
      {(ids) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted"
          >
            {symbols[currency]}
          </span>
          <input
            {...ids}
            {...input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={`${label}, ${currency}`}
            placeholder="0.00"
            data-held={isWrong || undefined}
            value={typed ?? (value === "" ? "" : amountText(value))}
            onChange={({ target }) => {
              setTyped(target.value);
              setLeft(false);
              onValue(target.value.trim() === "" ? "" : parseAmount(target.value, currency));
            }}
            onKeyDown={({ key }) => key === "Enter" && setLeft(true)}
            onBlur={() => {
              if (!isWrong) setTyped(undefined);
              setLeft(true);
            }}
            className="control figures w-full pl-7! text-right"
          />
        </div>
      )}
    </Field>
  );
}
