import type { NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import type { Endpoint, SentOf } from "@tradewind/contract/endpoint.ts";
import { hasLetter } from "@tradewind/domain/ordering/number-ports.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { ReactNode } from "react";
import { StatusDot, type Tone } from "../ui/status.tsx";
import { DownloadButton } from "./download-button.tsx";
import { sizeWords } from "./sent-file.ts";

type Letter = NumberPort["Letter"];

/** Tells whether a port's letter can go to the old provider. */
export const isLetterThere = (letter: Letter): boolean => hasLetter(letter && { scan: letter.Scan });

function lookOf(letter: Letter): { tone: Tone; word: string; moving?: boolean } {
  if (letter === null) return { tone: "warning", word: "Letter missing" };
  if (letter.Scan === "waiting") return { tone: "information", word: "Letter being checked", moving: true };
  if (letter.Scan === "infected") return { tone: "fail", word: "Letter refused" };
  return { tone: "success", word: "Letter there" };
}

type Props<E extends Endpoint> = {
  item: Pick<NumberPort, "Number" | "Letter">;
  /** What gives it out. */
  endpoint: E;
  sent: SentOf<E>;
  /** Buttons beside the one that downloads it. */
  children?: ReactNode;
};

/** Says how the signed letter of a port stands, who uploaded it and when, and downloads it. */
export function LetterState<E extends Endpoint>({ item: { Number, Letter }, endpoint, sent, children }: Props<E>) {
  const { tone, word, moving } = lookOf(Letter);
  return (
    <div role="group" aria-label={`Letter of authority of ${Number}`} className="grid gap-2">
      <div className="grid gap-0.5" aria-live="polite">
        <StatusDot tone={tone} moving={moving}>
          {word}
        </StatusDot>
        {Letter?.Scan === "infected" && (
          <p className="text-sm text-danger wrap-anywhere">
            The virus scanner found {Letter.Virus} in {Letter.Name}, so the file was removed.
          </p>
        )}
        {Letter && (
          <p className="text-sm text-muted wrap-anywhere">
            {Letter.Scan !== "infected" && `${Letter.Name}, ${sizeWords(Letter.Size)} · `}
            uploaded {formatDateTime(Letter.SentAt)} by {Letter.SentBy}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {Letter && isLetterThere(Letter) && (
          <DownloadButton
            size="small"
            endpoint={endpoint}
            sent={sent}
            fileName={Letter.Name}
            label={`Download letter of ${Number}`}
          >
            Download letter
          </DownloadButton>
        )}
        {children}
      </div>
    </div>
  );
}
