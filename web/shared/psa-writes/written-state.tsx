import type { PsaWritten } from "@tradewind/contract/psa/updates.ts";
import type { WriteState } from "@tradewind/domain/psa/writes.ts";
import { StatusDot, type Tone } from "../../ui/status.tsx";

const looks: Readonly<Record<WriteState, { label: string; tone: Tone }>> = {
  New: { label: "Being written", tone: "information" },
  Done: { label: "Written", tone: "success" },
  Refused: { label: "Refused", tone: "fail" },
  Changed: { label: "Changed in the PSA", tone: "warning" },
};

/** Shows how the last write of a line into the PSA stands; nothing if there was none. */
export function WrittenState({ written }: { written: PsaWritten }) {
  if (!written) return null;
  const { label, tone } = looks[written.state];
  const { state, quantity, price } = written;
  const after =
    state === "Done" && quantity !== null ? `: now ${quantity}${price ? ` at ${Number(price).toFixed(2)}` : ""}` : "";
  return (
    <StatusDot tone={tone} moving={written.state === "New"}>
      {label}
      {after}
    </StatusDot>
  );
}
