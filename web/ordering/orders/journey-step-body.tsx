import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { lazy, Suspense } from "react";
import { Card } from "../../ui/page.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { DeliveryChoice } from "./delivery-choice.tsx";
import { StepFields } from "../../shared/step-fields.tsx";
import { FormStep } from "./form-step.tsx";
import { chooseItem, dropItem, setField, setLine, setQuantity, swapItem, type Answers } from "./journey-answers.ts";
import type { DrawnStep } from "./journey-steps.ts";
import { ListStep } from "./list-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { SelectionStep } from "./selection-step.tsx";

const SitesStep = lazy(async () => ({ default: (await import("./sites-step.tsx")).SitesStep }));

type Props = {
  journey: Journey;
  step: DrawnStep;
  steps: readonly DrawnStep[];
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  onAnswers: (answers: Answers) => void;
  onStep: (id: string) => void;
};

/** Draws a step by its kind: custom 1, list 2, information 3, selectionList 4, nestedList 5 (ORD-61). */
export function JourneyStepBody({ journey, step, steps, answers, problems, onAnswers, onStep }: Props) {
  const lines = {
    onChoose: (item: JourneyItem) => onAnswers(chooseItem(journey, answers, item)),
    onDrop: (sku: string) => onAnswers(dropItem(journey, answers, sku)),
    onLine: (sku: string, change: Parameters<typeof setLine>[2]) => onAnswers(setLine(answers, sku, change)),
  };
  switch (step.Kind) {
    case 1:
      if (step.Component === "review")
        return <ReviewStep journey={journey} answers={answers} steps={steps} onStep={onStep} />;
      if (step.FormId !== null) return <FormStep formId={step.FormId} {...{ answers, problems, onAnswers }} />;
      if (step.Component === "delivery")
        return (
          <DeliveryChoice
            journey={journey}
            value={answers.delivery}
            onValue={(delivery) => onAnswers({ ...answers, delivery })}
          />
        );
      if (step.Component === "sites")
        return (
          <Suspense fallback={<Skeleton className="h-48" />}>
            <SitesStep {...{ journey, step, answers, problems, onAnswers }} />
          </Suspense>
        );
      return <FieldsCard {...{ step, answers, problems, onAnswers }} />;
    case 2:
      return (
        <ListStep
          {...{ journey, step, answers, problems }}
          {...lines}
          onSwap={(sku, item) => onAnswers(swapItem(journey, answers, sku, item))}
          onQuantity={(id, quantity) => onAnswers(setQuantity(journey, answers, id, quantity))}
        />
      );
    case 3:
      return (
        <Card>
          <ul className="grid gap-3 pt-2">
            {step.Paragraphs.map((paragraph) => (
              <li key={paragraph} className="flex items-start gap-3">
                <Icon name="info" className="mt-[3px] text-info" />
                <span>{paragraph}</span>
              </li>
            ))}
          </ul>
        </Card>
      );
    case 4:
    case 5:
      return (
        <div className="grid gap-5">
          <FieldsCard {...{ step, answers, problems, onAnswers }} />
          <SelectionStep key={step.id} {...{ journey, step, answers, problems }} {...lines} />
        </div>
      );
  }
}

function FieldsCard({
  step,
  answers,
  problems,
  onAnswers,
}: Pick<Props, "step" | "answers" | "problems" | "onAnswers">) {
  if (step.Fields.length === 0) return null;
  return (
    <Card>
      <div className="pt-2">
        <StepFields
          fields={step.Fields}
          values={answers.fields}
          problems={problems}
          onValue={(name, value) => onAnswers(setField(answers, name, value))}
        />
      </div>
    </Card>
  );
}
