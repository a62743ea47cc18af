import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { useState } from "react";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { Guarantee } from "./guarantee.tsx";
import type { DirectDebitStatus } from "./payment-options.queries.ts";

type Body = InputOf<typeof directDebits.authorise>["body"];
const labels = {
  AccountHolderName: "Account holder",
  SortCode: "Sort code",
  AccountNumber: "Account number",
  Iban: "IBAN",
  Confirmed: "Confirmation",
};
const formId = "direct-debit";

/** Has a bank account entered, checked once more beside the scheme's guarantee, and authorised. */
export function SetUpDebitDialog({ debit, onClose }: { debit: DirectDebitStatus; onClose: () => void }) {
  const isBacs = debit.Scheme === "bacs";
  const [entered, setEntered] = useState<Body>();
  const form = useBodyForm(directDebits.authorise.body, {
    labels,
    defaults: {
      AccountHolderName: "",
      ...(isBacs ? { SortCode: "", AccountNumber: "" } : { Iban: "" }),
      Confirmed: false as true,
    },
  });
  const { errors } = form.formState;
  const authorise = useWrite(directDebits.authorise, {
    shown: true,
    refreshes: ["paymentMethods"],
    onDone: () => {
      toast("The direct debit is being set up");
      onClose();
    },
  });
  const send = (body: Body) =>
    void authorise.mutateAsync({ body }).catch((error: unknown) => {
      setEntered(undefined);
      showRefusal(form, error);
    });
  const texts = { autoComplete: "off", spellCheck: false } as const;
  return (
    <TaskDialog
      title={entered ? "Check and authorise" : "Set up direct debit"}
      subtitle={`Collected by ${debit.Provider}`}
      action={entered ? "Authorise direct debit" : "Continue"}
      busy={authorise.isPending}
      form={entered ? undefined : formId}
      onConfirm={() => entered && send(entered)}
      onClose={onClose}
    >
      {entered ? (
        <div className="grid gap-5">
          <Facts facts={factsOf(entered)} />
          <Button
            size="small"
            className="justify-self-start"
            disabled={authorise.isPending}
            onClick={() => setEntered(undefined)}
          >
            Change details
          </Button>
          <Guarantee scheme={debit.Scheme} provider={debit.Provider ?? "the collector"} />
        </div>
      ) : (
        <form
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void form.handleSubmit(setEntered)();
          }}
        >
          {errors.root && (
            <Alert type="error" live>
              {errors.root.message}
            </Alert>
          )}
          <TextField
            {...texts}
            {...form.register("AccountHolderName")}
            label={labels.AccountHolderName}
            hint="As it stands on the account"
            error={errors.AccountHolderName?.message}
          />
          {isBacs ? (
            <div className="grid gap-5 md:grid-cols-2">
              <TextField
                {...texts}
                {...form.register("SortCode")}
                inputMode="numeric"
                label={labels.SortCode}
                error={errors.SortCode?.message}
              />
              <TextField
                {...texts}
                {...form.register("AccountNumber")}
                inputMode="numeric"
                label={labels.AccountNumber}
                error={errors.AccountNumber?.message}
              />
            </div>
          ) : (
            <TextField {...texts} {...form.register("Iban")} label={labels.Iban} error={errors.Iban?.message} />
          )}
          <Checkbox
            {...form.register("Confirmed")}
            label="I may authorise debits from this account on my own"
            hint={`Accounts that need two signatures cannot be set up here. The details go to ${debit.Provider}, and are not kept by us.`}
            error={errors.Confirmed?.message}
          />
        </form>
      )}
    </TaskDialog>
  );
}

const factsOf = ({ AccountHolderName, SortCode, AccountNumber, Iban }: Body) => [
  { label: labels.AccountHolderName, value: AccountHolderName },
  ...(SortCode ? [{ label: labels.SortCode, value: SortCode.replace(/(\d\d)(?=\d)/g, "$1-") }] : []),
  ...(AccountNumber ? [{ label: labels.AccountNumber, value: AccountNumber }] : []),
  ...(Iban ? [{ label: labels.Iban, value: Iban.replace(/(.{4})(?=.)/g, "$1 ") }] : []),
];
