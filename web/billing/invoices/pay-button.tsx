import { acts } from "@tradewind/contract/acts.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import type { InvoiceDetail } from "./invoice-lines.ts";
import { invoicePaymentsQuery } from "./invoices.queries.ts";

const PayDialog = lazy(async () => ({ default: (await import("./pay-dialog.tsx")).PayDialog }));

/** Pays an invoice as long as something of it is open and not on its way, for those who may where paying is on. */
export function PayButton({ invoice }: { invoice: InvoiceDetail["Invoice"] }) {
  const mayPay = useAllowed(acts.pay);
  const { data } = useQuery({ ...invoicePaymentsQuery(invoice.Id), enabled: mayPay });
  const [isOpen, setOpen] = useState(false);
  const canPay =
    data &&
    (data.NewCard || data.StoredCards || data.DirectDebit) &&
    data.Collectable &&
    data.Collectable.Minor !== "0";
  if (!mayPay || !(canPay || isOpen)) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Pay invoice
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PayDialog invoice={invoice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
