import { acts } from "@tradewind/contract/acts.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useAllowed } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { CardsCard } from "./cards-card.tsx";
import { DebitCard } from "./debit-card.tsx";
import { MandateCard } from "./mandate-card.tsx";
import { HowCard } from "./how-card.tsx";
import type { Method } from "./method-words.ts";
import { debitQuery, optionsQuery, type DirectDebitStatus, type PaymentOptions } from "./payment-options.queries.ts";

const AddMethodDialog = lazy(async () => ({ default: (await import("./add-method-dialog.tsx")).AddMethodDialog }));
const SetUpDebitDialog = lazy(async () => ({ default: (await import("./set-up-debit-dialog.tsx")).SetUpDebitDialog }));
const EndDebitDialog = lazy(async () => ({ default: (await import("./end-debit-dialog.tsx")).EndDebitDialog }));
const CancelDialog = lazy(async () => ({ default: (await import("./cancel-dialog.tsx")).CancelDialog }));
const MakeDefaultDialog = lazy(async () => ({
  default: (await import("./make-default-dialog.tsx")).MakeDefaultDialog,
}));

/** `/billing/payment-options`: with what and when the company pays, its cards and its direct debit. */
export function PaymentOptionsScreen() {
  const { data, error, refetch } = useQuery(optionsQuery);
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="Payment options" about="With what, and when, your company pays its invoices" />
      {data ? (
        <Options options={data} />
      ) : (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-52" />
          <Skeleton className="h-64" />
          <Skeleton className="h-40" />
        </div>
      )}
    </div>
  );
}

function Options({ options }: { options: PaymentOptions }) {
  const [adding, setAdding] = useState<"card" | "directDebit">();
  const [cancelling, setCancelling] = useState<Method>();
  const [making, setMaking] = useState<Method>();
  const [mandate, setMandate] = useState<"setUp" | "end">();
  const { data: debit, error, refetch } = useQuery(debitQuery);
  const mayPay = useAllowed(acts.pay);
  const onMakeDefault = mayPay ? setMaking : undefined;
  return (
    <div className="grid gap-4">
      {!mayPay && (
        <Alert type="info" title="Paying with cards and direct debits is switched off at the moment">
          Please pay by bank transfer. What you have stored stays here, and can be cancelled.
        </Alert>
      )}
      <HowCard options={options} mayChange={mayPay} />
      <CardsCard
        options={options}
        onAdd={() => setAdding("card")}
        onMakeDefault={onMakeDefault}
        onCancel={setCancelling}
      />
      {error && !debit && <QueryError tight error={error} onRetry={() => void refetch()} />}
      {!error && !debit && <Skeleton className="h-40" />}
      {debit &&
        (isMandate(debit, options) ? (
          <MandateCard
            debit={debit}
            method={options.DirectDebit}
            onSetUp={() => setMandate("setUp")}
            onMakeDefault={onMakeDefault}
            onCancel={() => setMandate("end")}
          />
        ) : (
          <DebitCard
            options={options}
            onAdd={() => setAdding("directDebit")}
            onMakeDefault={onMakeDefault}
            onCancel={setCancelling}
          />
        ))}
      <Suspense fallback={null}>
        {adding && (
          <AddMethodDialog kind={adding} brands={options.AcceptedBrands} onClose={() => setAdding(undefined)} />
        )}
        {cancelling && <CancelDialog method={cancelling} onClose={() => setCancelling(undefined)} />}
        {debit && mandate === "setUp" && <SetUpDebitDialog debit={debit} onClose={() => setMandate(undefined)} />}
        {debit && mandate === "end" && (
          <EndDebitDialog isDefault={options.DirectDebit?.IsDefault ?? false} onClose={() => setMandate(undefined)} />
        )}
        {making && <MakeDefaultDialog method={making} options={options} onClose={() => setMaking(undefined)} />}
      </Suspense>
    </div>
  );
}

/** Whether the direct debit is a mandate of ours, or can be; otherwise it is entered on the hosted page. */
const isMandate = ({ CanAuthorise, Status, PaymentMethodId }: DirectDebitStatus, { DirectDebit }: PaymentOptions) =>
  CanAuthorise || (Status !== "none" && (DirectDebit === null || DirectDebit.Id === PaymentMethodId));
