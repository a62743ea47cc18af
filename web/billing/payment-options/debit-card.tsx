import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import { type Method, nameOfDebit } from "./method-words.ts";
import type { PaymentOptions } from "./payment-options.queries.ts";

type Props = {
  options: PaymentOptions;
  onAdd: () => void;
  /** Nothing becomes the default while paying is off. */
  onMakeDefault: ((method: Method) => void) | undefined;
  onCancel: (method: Method) => void;
};

/** The bank account that invoices may be taken from. */
export function DebitCard({ options, onAdd, onMakeDefault, onCancel }: Props) {
  const { DirectDebit: debit, CanAdd } = options;
  return (
    <Card
      title="Direct debit"
      actions={
        !debit &&
        CanAdd.includes("directDebit") && (
          <Button icon="add" onClick={onAdd}>
            Set up direct debit
          </Button>
        )
      }
    >
      {debit ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="grid min-w-0 gap-0.5">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {nameOfDebit(debit)}
              {debit.IsDefault && <Badge tone="accent">Default</Badge>}
            </span>
            <span className="text-sm text-muted">Set up {formatDate(debit.CreatedDate)}</span>
          </div>
          <span className="flex items-center gap-4">
            <StatusDot tone="success">{debit.PaymentMethodStatus}</StatusDot>
            {!debit.IsDefault && (
              <span className="flex gap-2">
                {onMakeDefault && (
                  <Button
                    size="small"
                    aria-label="Make default: direct debit"
                    onClick={() => onMakeDefault({ kind: "directDebit", of: debit })}
                  >
                    Make default
                  </Button>
                )}
                <Button
                  size="small"
                  variant="light"
                  aria-label="Cancel: direct debit"
                  onClick={() => onCancel({ kind: "directDebit", of: debit })}
                >
                  Cancel
                </Button>
              </span>
            )}
          </span>
        </div>
      ) : (
        <p className="text-muted">
          {CanAdd.includes("directDebit")
            ? "Let us take what you owe from your bank account when it is due."
            : "Direct debits cannot be set up at the moment."}
        </p>
      )}
    </Card>
  );
}
