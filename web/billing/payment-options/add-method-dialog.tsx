import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import type { CardBrand, MethodKind } from "@tradewind/domain/billing/payment-methods.ts";
import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { wordOfBrand } from "../../shared/card-words.ts";
import { PaymentFrame } from "./payment-frame.tsx";

const words = {
  card: { title: "Add card", done: "The card was added" },
  directDebit: { title: "Set up direct debit", done: "The direct debit was set up" },
} as const;

type Failure = Pick<ApiError, "message"> & Partial<Pick<ApiError, "reference">>;
type Props = { kind: MethodKind; brands: readonly CardBrand[]; onClose: () => void };

/** Has a card or a bank account entered on the hosted payment page. After any failure the page is authorised and opened anew. */
export function AddMethodDialog({ kind, brands, onClose }: Props) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const [failure, setFailure] = useState<Failure>();
  const { mutate: authorise, data: page, reset } = useWrite(paymentMethods.authorisePage, { shown: true });
  const add = useWrite(paymentMethods.add, {
    shown: true,
    refreshes: ["paymentMethods"],
    onDone: () => {
      toast(words[kind].done);
      onClose();
    },
  });
  const open = useCallback(() => {
    setFailure(undefined);
    authorise({ query: kind === "card" ? { Currency: currency } : {} }, { onError: setFailure });
  }, [authorise, currency, kind]);
  useEffect(open, [open]);
  return (
    <Dialog title={words[kind].title} onClose={onClose} locked={add.isPending}>
      <div className="grid gap-4">
        {failure ? (
          <Alert
            type="error"
            live
            title="Nothing was saved"
            action={
              <Button
                size="small"
                onClick={() => {
                  reset();
                  open();
                }}
              >
                Try again
              </Button>
            }
          >
            {failure.message}
            {failure.reference && ` (reference ${failure.reference})`}
          </Alert>
        ) : (
          <p className="text-muted">
            {kind === "card" && `We take ${brands.map(wordOfBrand).join(", ")}. `}
            What you enter goes to our payment provider, and never to us.
          </p>
        )}
        {!failure &&
          (page && !add.isPending ? (
            <PaymentFrame
              key={page.Token}
              page={page}
              currency={kind === "card" ? currency : undefined}
              onEntered={(body) => add.mutate({ body }, { onError: setFailure })}
              onFailure={(message) => setFailure({ message })}
            />
          ) : (
            <Skeleton className="h-80" />
          ))}
      </div>
    </Dialog>
  );
}
