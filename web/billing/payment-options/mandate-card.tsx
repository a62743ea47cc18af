import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import { wordsOfDebit } from "./debit-words.ts";
import type { Method } from "./method-words.ts";
import type { DirectDebitStatus, PaymentOptions } from "./payment-options.queries.ts";

type Props = {
  debit: DirectDebitStatus;
  /** As which it is paid with, once it can be. */
  method: PaymentOptions["DirectDebit"];
  onSetUp: () => void;
  /** Nothing becomes the default while paying is off. */
  onMakeDefault: ((method: Method) => void) | undefined;
  onCancel: () => void;
};

/** The direct debit from the company's bank account: how it stands, and what to do next. */
export function MandateCard({ debit, method, onSetUp, onMakeDefault, onCancel }: Props) {
  const { label, tone, moving, next } = wordsOfDebit(debit);
  const isThere = debit.Status !== "none";
  return (
    <Card
      title="Direct debit"
      actions={
        debit.CanAuthorise && (
          <Button icon="add" onClick={onSetUp}>
            Set up direct debit
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {isThere && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="flex flex-wrap items-center gap-2 font-medium" role="status">
              <StatusDot tone={tone} moving={moving}>
                {label}
              </StatusDot>
              {method?.IsDefault && <Badge tone="accent">Default</Badge>}
            </span>
            {debit.HasMandate && debit.Status !== "ending" && (
              <span className="flex gap-2">
                {method && !method.IsDefault && onMakeDefault && (
                  <Button
                    size="small"
                    aria-label="Make default: direct debit"
                    onClick={() => onMakeDefault({ kind: "directDebit", of: method })}
                  >
                    Make default
                  </Button>
                )}
                <Button size="small" variant="light" aria-label="Cancel: direct debit" onClick={onCancel}>
                  Cancel
                </Button>
              </span>
            )}
          </div>
        )}
        <p className="text-muted">{next}</p>
        {isThere && debit.CreatedDate && (
          <Facts
            facts={[
              { label: "Account", value: accountOf(debit) },
              { label: "Reference on your statement", value: debit.Reference ?? "Not known yet" },
              { label: "Authorised", value: formatDate(debit.CreatedDate) },
            ]}
          />
        )}
      </div>
    </Card>
  );
}

const accountOf = ({ BankName, AccountEnding }: DirectDebitStatus) =>
  AccountEnding ? `${BankName ? `${BankName}, ` : ""}ending ${AccountEnding}` : "Not known yet";
