import type { Ref } from "react";
import { Field, type FieldProps } from "./field.tsx";

type OtpFieldProps = FieldProps & {
  value: string;
  onValue: (digits: string) => void;
  /** Most digits taken; what is typed or pasted beyond is left out. */
  longest?: number;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A code of digits, as a device shows it. One field and not a box for each digit: codes may be of any length, are
 * pasted with spaces in them, and are filled in by the phone.
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
