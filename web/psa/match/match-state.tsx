import type { Match } from "@tradewind/domain/psa/matching.ts";
import type { Suggestion } from "@tradewind/domain/psa/suggesting.ts";
import { Button } from "../../ui/button.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { reasonWords } from "./match-words.ts";

type MatchStateProps = {
  row: Match;
  isGone: boolean;
  suggestion: Suggestion | undefined;
  onAccept: (suggestion: Suggestion) => void;
  onUnassign: () => void;
};

/** Says how a row stands, or what it is suggested to be and why. */
export function MatchState({ row, isGone, suggestion, onAccept, onUnassign }: MatchStateProps) {
  if (suggestion)
    return (
      <span className="flex min-w-0 items-center gap-2">
        <Button
          size="small"
          aria-label={`Accept ${suggestion.option.name} for ${row.name}`}
          onClick={() => onAccept(suggestion)}
        >
          Accept
        </Button>
        <span className="truncate text-sm">
          <span className="text-muted">{reasonWords[suggestion.reason]}:</span> {suggestion.option.name}
        </span>
      </span>
    );
  const state = row.ignored ? (
    <StatusDot tone="disabled">Ignored</StatusDot>
  ) : isGone ? (
    <StatusDot tone="warning">Gone from the PSA</StatusDot>
  ) : row.selectedOption ? (
    <StatusDot tone="success">Matched</StatusDot>
  ) : (
    <StatusDot tone="disabled">Not matched</StatusDot>
  );
  if (!row.selectedOption) return state;
  return (
    <span className="flex min-w-0 items-center justify-between gap-2">
      {state}
      <Button size="small" variant="light" aria-label={`Unassign ${row.name}`} onClick={onUnassign}>
        Unassign
      </Button>
    </span>
  );
}
