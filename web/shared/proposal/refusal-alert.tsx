import type { RefusalResources } from "@tradewind/contract/ordering/rule-codes.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/alert.tsx";
import type { ApiError } from "../../platform/api-error.ts";

type Props = { refusal: ApiError; onSchedule?: () => void; onRetry?: () => void };

/** Explains a refusal, when the change will be possible, and the alternatives. */
export function RefusalAlert({ refusal, onSchedule, onRetry }: Props) {
  const { NextDate, Alternative, Limit } = refusal.resources as RefusalResources;
  const mayPass = refusal.status === 0 || refusal.status >= 500;
  return (
    <Alert
      type={mayPass ? "error" : "warning"}
      title={mayPass ? "The price could not be calculated" : "This is not possible now"}
      live
    >
      <p>{refusal.message}</p>
      {limitWords(refusal.code, Limit) && <p>{limitWords(refusal.code, Limit)}</p>}
      {NextDate && (
        <p>
          The next possible day is <strong className="font-medium">{formatDate(NextDate)}</strong>.
        </p>
      )}
      {refusal.reference && mayPass && <p className="text-sm text-muted">Reference {refusal.reference}</p>}
      {((Alternative === "schedule" && onSchedule) || (mayPass && onRetry)) && (
        <div className="mt-2 flex gap-2">
          {Alternative === "schedule" && onSchedule && (
            <Button size="small" icon="calendar" onClick={onSchedule}>
              Schedule instead
            </Button>
          )}
          {mayPass && onRetry && (
            <Button size="small" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
    </Alert>
  );
}

function limitWords(code: string, limit: number | undefined): string | undefined {
  if (limit === undefined || limit === null) return undefined;
  switch (code) {
    case "quantityBelowMinimum":
      return `The minimum is ${limit.toLocaleString("en-GB")}.`;
    case "quantityAboveMaximum":
      return `The maximum is ${limit.toLocaleString("en-GB")}.`;
    case "reductionWindowClosed":
      return limit > 0 ? `${limit.toLocaleString("en-GB")} can still be returned today.` : undefined;
    default:
      return undefined;
  }
}
