import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { paymentTerms } from "@tradewind/domain/billing/payment-methods.ts";
import { useQuery } from "@tanstack/react-query";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { Badge } from "../../ui/status.tsx";
import { Switch } from "../../ui/switch.tsx";
import { nameOfCard } from "../../shared/card-words.ts";
import { nameOfDebit, wordOfTerm } from "./method-words.ts";
import { NextTaking } from "./next-taking.tsx";
import { bodyOf } from "./make-default.ts";
import { cardsQuery, type PaymentOptions } from "./payment-options.queries.ts";

/** With what invoices are paid, whether by itself, and when. Each choice is saved at once. */
export function HowCard({ options, mayChange }: { options: PaymentOptions; mayChange: boolean }) {
  const update = useWrite(paymentMethods.update, { refreshes: ["paymentMethods"] });
  const save = (changes: Partial<ReturnType<typeof bodyOf>>) =>
    update.mutate({ body: { ...bodyOf(options), ...changes } });
  const sent = update.isPending ? update.variables.body : undefined;
  const hasDefault = options.DefaultPaymentMethodId !== null;
  const mayAutomate = mayChange && hasDefault;
  return (
    <Card
      title="How you pay"
      actions={
        mayAutomate && (
          <Button
            size="small"
            busy={update.isPending}
            onClick={() => save({ autoPay: false, paymentMethodType: "BankTransfer", defaultPaymentMethodId: null })}
          >
            Pay by hand instead
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <Facts
          facts={[
            { label: "Preferred", value: <Preferred options={options} /> },
            { label: "Default", value: <DefaultName options={options} /> },
          ]}
        />
        <Switch
          label="Automatic payment"
          hint={
            hasDefault
              ? "You allow us to take each invoice from your default when it is due"
              : "Choose a card or direct debit as your default first"
          }
          checked={sent?.autoPay ?? options.AutoPay}
          busy={update.isPending}
          disabled={!mayAutomate}
          onValue={(autoPay) => save({ autoPay })}
        />
        {options.AutoPay && <NextTaking />}
        <Select
          label="Pay"
          className="max-w-80"
          value={(sent ? sent.paymentTerm : options.PaymentTerm) ?? ""}
          disabled={update.isPending || !mayChange}
          choices={[
            { value: "", label: `As agreed: within ${options.GrantedDays} days` },
            ...options.PaymentTerms.map((value) => ({ value, label: wordOfTerm(value) })),
          ]}
          onChange={({ target }) => save({ paymentTerm: paymentTerms.find((term) => term === target.value) ?? null })}
        />
      </div>
    </Card>
  );
}

function Preferred({ options }: { options: PaymentOptions }) {
  if (options.PaymentMethodType === "CreditCard") return <Badge tone="accent">Card</Badge>;
  return <Badge tone="accent">{options.DirectDebit?.IsDefault ? "Direct debit" : "Bank transfer by hand"}</Badge>;
}

function DefaultName({ options }: { options: PaymentOptions }) {
  const { data = [] } = useQuery(cardsQuery("Active"));
  const card = data.find(({ Id }) => Id === options.DefaultPaymentMethodId);
  if (card) return nameOfCard(card);
  return options.DirectDebit?.IsDefault ? nameOfDebit(options.DirectDebit) : "None";
}
