import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { useEffect, useRef, useState } from "react";
import { Checkbox } from "../ui/choice.tsx";
import { fetchApi } from "../platform/config.ts";

/**
 * Requests the challenge for a user name and solves it in the background; returns the proof in the server's format. It
 * takes the longer, the more passwords were wrong.
 */
export async function prove(userName: string, signal: AbortSignal): Promise<string> {
  const query = new URLSearchParams({ UserName: userName });
  const response = await fetchApi(`/api/auth/robot-challenge?${query.toString()}`, { signal });
  const { Result: challenge } = (await response.json()) as {
    Result: Parameters<typeof solveChallenge>[0]["challenge"];
  };
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

/** Milliseconds after which a proof is renewed: shortly before its five minutes are over. */
const freshFor = 240_000;

type Props = {
  /** Receives the proof, to be sent with one attempt; undefined until it is ready. */
  onProof: (proof: string | undefined) => void;
  /** The error after the form was sent without a proof. */
  error?: string;
  disabled?: boolean;
};

/**
 * The robot check: ticking it makes the browser compute for the form's user name for a moment. A proof is valid for one attempt, so give the
 * check a new key after each.
 */
export function RobotCheck({ onProof, error, disabled }: Props) {
  const userName = useRef("");
  const [step, setStep] = useState<"open" | "working" | "done" | "failed">("open");
  useEffect(() => {
    if (step === "done") {
      const timer = setTimeout(() => (onProof(undefined), setStep("open")), freshFor);
      return () => clearTimeout(timer);
    }
    if (step !== "working") return;
    const given = new AbortController();
    prove(userName.current, given.signal).then(
      (proof) => given.signal.aborted || (onProof(proof), setStep("done")),
      () => given.signal.aborted || setStep("failed"),
    );
    return () => given.abort();
  }, [step, onProof]);
  return (
    <Checkbox
      label="I am not a robot"
      name="robot"
      checked={step === "working" || step === "done"}
      aria-busy={step === "working"}
      disabled={disabled}
      hint={step === "working" ? <span role="status">Checking… this can take a little while.</span> : undefined}
      error={
        step === "failed"
          ? "The check could not be made. Please tick the box again."
          : step === "open"
            ? error
            : undefined
      }
      onChange={({ target }) => {
        const field = target.form?.elements.namedItem("username");
        userName.current = field instanceof HTMLInputElement ? field.value : "";
        onProof(undefined);
        setStep(target.checked ? "working" : "open");
      }}
    />
  );
}
