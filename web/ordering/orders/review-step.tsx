import { answersInWords, answerWords } from "@tradewind/contract/ordering/attribute-words.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { siteLetter } from "@tradewind/domain/ordering/voice.ts";
import type { FormField } from "@tradewind/domain/catalogue/forms.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { perUnitWords, termWords } from "../../shared/proposal/unit-price.ts";
import { AgreementCard } from "./agreement-card.tsx";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import { itemsOf, type Answers } from "./journey-answers.ts";
import type { DrawnStep } from "./journey-steps.ts";

type Props = { journey: Journey; answers: Answers; steps: readonly DrawnStep[]; onStep: (id: string) => void };

/** Shows all answers, each part with a link back to it. */
export function ReviewStep({ journey, answers, steps, onStep }: Props) {
  const visible = steps.filter((step) => !step.hidden);
  const withFields = visible.filter((step) => step.Fields.length > 0);
  const formStep = visible.find((step) => step.FormId !== null);
  const deliveryStep = visible.find((step) => step.Component === "delivery");
  const lineStep = visible.findLast((step) => step.Kind === 2) ?? visible.find((step) => step.Items.length > 0);
  return (
    <div className="grid gap-4">
      <Card
        flush
        title={journey.Action === "Delete" ? "What is deleted" : "What is ordered"}
        about={`For ${journey.Customer.Name}`}
        actions={lineStep && <Change onPress={() => onStep(lineStep.id)} what="products" />}
      >
        <ul className="divide-y divide-line border-t border-line">
          <Lines journey={journey} answers={answers} />
        </ul>
      </Card>
      {withFields.map((step) => (
        <Card
          key={step.id}
          title={step.Title}
          actions={<Change onPress={() => onStep(step.id)} what={step.Title.toLowerCase()} />}
        >
          <Facts
            facts={step.Fields.map((field) => ({
              label: field.Label,
              value: answerWords(field, answers.fields[field.Name]) ?? <span className="text-muted">Not given</span>,
            }))}
          />
        </Card>
      ))}
      {deliveryStep && (
        <Card title={deliveryStep.Title} actions={<Change onPress={() => onStep(deliveryStep.id)} what="delivery" />}>
          <p>{journey.Delivery.find(({ Id }) => Id === answers.delivery)?.Description ?? "No delivery"}</p>
        </Card>
      )}
      {journey.Action !== "Delete" && <AgreementCard journey={journey} />}
      {formStep && <FormCard formId={formStep.FormId!} answers={answers} onChange={() => onStep(formStep.id)} />}
    </div>
  );
}

function FormCard({ formId, answers, onChange }: { formId: string; answers: Answers; onChange: () => void }) {
  const { data } = useQuery(dynamicFormQuery(formId));
  if (!data) return null;
  const given = ({ kind, name, options }: FormField) =>
    kind === "password" && answers.form[name]
      ? "Given"
      : (options?.find(({ value }) => value === answers.form[name])?.label ?? answers.form[name]);
  return (
    <Card title="Additional information" actions={<Change onPress={onChange} what="additional information" />}>
      <Facts
        facts={data.shape.fields.map((field) => ({
          label: field.label,
          value: given(field) || <span className="text-muted">Not given</span>,
        }))}
      />
    </Card>
  );
}

function Lines({ journey, answers }: { journey: Journey; answers: Answers }) {
  const items = itemsOf(journey);
  const standing = journey.Subscriptions.filter((each) => each.Status !== "cancelled");
  if (journey.Action === "Delete")
    return standing.map((each) => <Line key={each.Id} name={each.Name} quantity={each.Quantity} />);
  const changed = standing.filter((each) => answers.quantities[each.Id] !== undefined);
  if (changed.length > 0)
    return changed.map((each) => (
      <Line
        key={each.Id}
        name={each.Name}
        about={`Now ${each.Quantity.toLocaleString("en-GB")}`}
        quantity={answers.quantities[each.Id]!}
      />
    ));
  return [...answers.lines, ...answers.sites].map((line, at) => {
    const item = items.get(line.sku);
    const offer = item?.Offers.find((each) => each.OfferId === line.offerId);
    if (!item || !offer) return null;
    const price =
      journey.SeesPrices && offer.Cost
        ? perUnitWords(offer.Cost, journey.Currency, { Unit: item.Unit, Billing: offer.Billing })
        : undefined;
    const term = offer.Term === "none" ? undefined : `${termWords[offer.Term]} term`;
    const given = answersInWords(item.Attributes, line.attributes).map(({ Label, Text }) => `${Label}: ${Text}`);
    return (
      <Line
        key={at}
        name={item.Choice === "site" ? `Site ${siteLetter(at - answers.lines.length)}` : item.Name}
        about={[term, price, ...given].filter(Boolean).join(" · ")}
        quantity={line.quantity}
      />
    );
  });
}

function Line({ name, about, quantity }: { name: string; about?: ReactNode; quantity: number }) {
  return (
    <li className="flex items-baseline justify-between gap-6 px-5 py-3 max-md:px-4">
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{name}</span>
        {about && <span className="figures text-sm text-muted">{about}</span>}
      </span>
      <span className="figures font-medium">{quantity.toLocaleString("en-GB")}</span>
    </li>
  );
}

function Change({ onPress, what }: { onPress: () => void; what: string }) {
  return (
    <Button variant="link" size="small" aria-label={`Change ${what}`} onClick={onPress}>
      Change
    </Button>
  );
}
