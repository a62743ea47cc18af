import type { Ref } from "react";
import { Field, type FieldProps } from "./field.tsx";

type OtpFieldProps = FieldProps & {
  value: string;
  onValue: (digits: string) => void;
  /** Most digits accepted; the rest of what is typed or pasted is dropped. */
  longest?: number;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * Asks for a numeric code from a device. Uses one field instead of one box per digit: codes may be of any length, are
 * pasted with spaces, and are autofilled by phones.
 */
export function OtpField({
  value,
  onValue,
  longest = 15,
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  ...input
}: OtpFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, quietLabel, className }}>
      {(ids) => (
        <input
          {...ids}
          {...input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          placeholder="XXXXXX"
          value={value}
          onChange={({ target }) => onValue(target.value.replace(/\D/g, "").slice(0, longest))}
          className="control w-full max-w-80 font-mono text-lg! tracking-[0.2em]"
        />
      )}
    </Field>
  );
}
