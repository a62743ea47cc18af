import { useState, type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

export type Input = Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & { ref?: Ref<HTMLInputElement> };

/**
 * Says that a text is too long, and holds it back until it is shorter (`Button`). A limit that the browser keeps cuts the
 * end of what is pasted without a word, so it gets none where the text is known.
 */
function longest(value: unknown, most: number | undefined) {
  if (typeof value !== "string") return { fault: undefined, limit: { maxLength: most } };
  const isLonger = most !== undefined && value.trim().length > most;
  return {
    fault: isLonger ? `Must be a maximum of ${most} character(s)` : undefined,
    limit: { "data-held": isLonger || undefined },
  };
}

export function TextField({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  maxLength,
  ...input
}: FieldProps & Input) {
  const { fault, limit } = longest(input.value, maxLength);
  return (
    <Field {...{ label, hint, optional, quietLabel, className }} error={fault ?? error}>
      {(ids) => <input type="text" {...ids} {...input} {...limit} className="control w-full" />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  quietLabel,
  className,
  maxLength,
  ...input
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> & { ref?: Ref<HTMLTextAreaElement> }) {
  const { fault, limit } = longest(input.value, maxLength);
  return (
    <Field {...{ label, hint, optional, quietLabel, className }} error={fault ?? error}>
      {(ids) => <textarea rows={4} {...ids} {...input} {...limit} className="control w-full py-2" />}
    </Field>
  );
}

export function PasswordField({ label, hint, error, optional, quietLabel, className, ...input }: FieldProps & Input) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, optional, quietLabel, className }}>
      {(ids) => (
        <div className="relative">
          <input
            type={shown ? "text" : "password"}
            autoComplete="current-password"
            spellCheck={false}
            {...ids}
            {...input}
            className="control w-full pr-11!"
          />
          <IconButton
            icon={shown ? "eyeOff" : "eye"}
            label={shown ? "Hide password" : "Show password"}
            size="small"
            className="absolute top-1 right-1 max-md:top-0 max-md:right-0"
            onClick={() => setShown(!shown)}
            disabled={input.disabled}
          />
        </div>
      )}
    </Field>
  );
}

/** Shows the shared search box: 396 px wide, narrower only on smaller screens. */
export function SearchBox({ label, className, ...input }: { label: string; className?: string } & Input) {
  return (
    <div className={cx("relative w-full max-w-[396px]", className)}>
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      >
        <path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.300 10.300l3.400 3.400" />
      </svg>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...input}
        className="control w-full pl-9!"
      />
    </div>
  );
}
