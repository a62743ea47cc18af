import type { PsaWritten } from "@tradewind/contract/psa/updates.ts";
import type { WriteState } from "@tradewind/domain/psa/writes.ts";
import { StatusDot, type Tone } from "../../ui/status.tsx";

const looks: Readonly<Record<WriteState, { tone: Tone; word: string }>> = {
  New: { tone: "information", word: "Being written" },
  Done: { tone: "success", word: "Written" },
  Refused: { tone: "fail", word: "Refused" },
  Changed: { tone: "warning", word: "Changed there" },
};

/** Shows how the last write of a line ended, and why. */
export function Written({ written: { state, message, quantity } }: { written: NonNullable<PsaWritten> }) {
  const { tone, word } = looks[state];
  return (
    <span className="grid min-w-0">
      <StatusDot tone={tone} moving={state === "New"}>
        {state === "Done" && quantity !== null ? `${word}: ${Number(quantity).toLocaleString("en-GB")}` : word}
      </StatusDot>
      {message && (
        <span className="truncate text-sm text-muted" title={message}>
          {message}
        </span>
      )}
    </span>
  );
}
