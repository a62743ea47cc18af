import {
  checkPassword,
  generatePassword,
  minimumScoreOf,
  strengthOf,
  type CheckedRule,
  type PasswordRule,
} from "@tradewind/domain/access/passwords.ts";
import { useEffect, useState, type Ref } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { PasswordField } from "../ui/text-field.tsx";
import { measure } from "./password-strength.ts";

/** Returns a uniformly distributed random integer below a limit of at most 256. */
function below(limit: number): number {
  const most = 256 - (256 % limit);
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte! < most) return byte! % limit;
  }
}

/** Rates a password. If the estimator cannot load, any password counts as strong, and the server still judges it. */
const rate = (password: string, words: readonly string[]) => measure(password, words).catch(() => 4);

/** Tracks the typed password, its strength (the last known one until the next is measured), and the rules it breaks. */
export function useNewPassword(rules: readonly PasswordRule[], words: readonly string[]) {
  const [value, setValue] = useState("");
  const [measured, setMeasured] = useState(0);
  const [avoided] = useState(words);
  useEffect(() => {
    let current = true;
    void (async () => {
      const next = await rate(value, avoided);
      if (current) setMeasured(next);
    })();
    return () => void (current = false);
  }, [value, avoided]);
  const strength = value === "" ? 0 : measured;
  return {
    value,
    setValue,
    strength,
    checked: checkPassword(rules, value, strength),
    least: minimumScoreOf(rules),
    /** Returns the first rule that the password breaks, waiting for its strength to be measured. */
    findBroken: async () => checkPassword(rules, value, await rate(value, avoided)).find((rule) => rule.violated),
  };
}

/** Shows the field for a new password with its strength and the rules; can also generate one. */
export function NewPassword({
  password,
  error,
  disabled,
  field,
}: {
  password: ReturnType<typeof useNewPassword>;
  error?: string;
  disabled?: boolean;
  field?: Ref<HTMLInputElement>;
}) {
  const { value, setValue, strength, checked, least } = password;
  return (
    <div className="grid gap-3">
      <PasswordField
        ref={field}
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={error}
        disabled={disabled}
      />
      <Strength value={value} score={strength} least={least} />
      <Rules checked={checked} empty={value === ""} />
      <Button
        className="justify-self-start"
        size="small"
        icon="refresh"
        disabled={disabled}
        onClick={() => setValue(generatePassword(below))}
      >
        Generate password
      </Button>
    </div>
  );
}

function Strength({ value, score, least }: { value: string; score: number; least: number }) {
  const { percent, word } = strengthOf(score, least);
  const strong = word === "strong";
  return (
    <div className="flex items-center gap-3">
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={score}
        aria-valuetext={value === "" ? "nothing typed yet" : word}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className={cx("h-full", strong ? "bg-success" : "bg-danger")} style={{ width: `${percent}%` }} />
      </div>
      <span aria-live="polite" className={cx("w-12 text-right text-sm", strong ? "text-success" : "text-danger")}>
        {value !== "" && word}
      </span>
    </div>
  );
}

const Rules = ({ checked, empty }: { checked: readonly CheckedRule[]; empty: boolean }) => (
  <ul aria-label="What the password must be" className="grid gap-1 text-sm text-muted">
    {checked
      .filter(({ key }) => key !== "required")
      .map(({ key, message, violated }) => {
        const kept = !empty && !violated;
        return (
          <li key={key} className={cx("flex items-start gap-2", kept && "text-ink")}>
            <Icon name={kept ? "check" : "minus"} size={14} className={cx("mt-[3px]", kept && "text-success")} />
            <span>
              {message}
              {!empty && <span className="sr-only">{kept ? ": kept" : ": not kept yet"}</span>}
            </span>
          </li>
        );
      })}
  </ul>
);
