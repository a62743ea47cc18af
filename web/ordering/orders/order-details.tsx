import { lazy, Suspense } from "react";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StepFields } from "../../shared/step-fields.tsx";
import { AddOnRows } from "./add-on-rows.tsx";
import { Agreements } from "./agreement-card.tsx";
import { offeredItems, setField } from "./journey-answers.ts";
import type { DrawnStep } from "./journey-steps.ts";
import { KnownTenant } from "./known-tenant.tsx";
import { OrderSection, type SectionProps } from "./order-section.tsx";

const DeliveryChoice = lazy(async () => ({ default: (await import("./delivery-choice.tsx")).DeliveryChoice }));
const FormStep = lazy(async () => ({ default: (await import("./form-step.tsx")).FormStep }));
const ExistingTenant = lazy(async () => ({ default: (await import("./existing-tenant.tsx")).ExistingTenant }));
const SitesStep = lazy(async () => ({ default: (await import("./sites-step.tsx")).SitesStep }));

/** What goes with the plan, what the steps ask besides, and the agreements. */
export function OrderDetails(props: SectionProps) {
  const { journey, steps, answers, tenant, onTenant } = props;
  const addOns = steps.flatMap((step) => offeredItems(journey, answers, step)).filter(({ IsAddOn }) => IsAddOn);
  return (
    <>
      {addOns.length > 0 && (
        <OrderSection title="Add-ons">
          <AddOnRows items={addOns} {...props} />
        </OrderSection>
      )}
      {tenant.vendor !== null && (tenant.isComing || !tenant.isNew) && (
        <OrderSection title="Tenant">
          <Suspense fallback={<Skeleton className="h-24" />}>
            <ExistingTenant
              journey={journey}
              vendor={tenant.vendor}
              request={tenant.request}
              onConnected={onTenant}
              onNew={tenant.onNew}
            />
          </Suspense>
        </OrderSection>
      )}
      {journey.Tenant && (
        <OrderSection title="Tenant">
          <KnownTenant {...journey.Tenant} />
        </OrderSection>
      )}
      {steps.map((step) => (
        <StepSection key={step.id} step={step} {...props} />
      ))}
      <Agreements journey={journey}>
        {(title, list) => (
          <OrderSection title={title}>
            <div className="-my-3">{list}</div>
          </OrderSection>
        )}
      </Agreements>
    </>
  );
}

/** What a step asks besides of products. */
function StepSection(props: SectionProps & { step: DrawnStep }) {
  const { step } = props;
  if (step.Paragraphs.length > 0)
    return (
      <OrderSection title="Good to know">
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {step.Paragraphs.map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ul>
      </OrderSection>
    );
  const asks =
    step.Component !== "review" && (step.Component !== null || step.FormId !== null || step.Fields.length > 0);
  if (!asks) return null;
  return (
    <OrderSection title={step.Title} about={step.Text ?? undefined}>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <Questions {...props} />
      </Suspense>
    </OrderSection>
  );
}

function Questions({ step, journey, answers, problems, onAnswers }: SectionProps & { step: DrawnStep }) {
  if (step.FormId !== null) return <FormStep bare formId={step.FormId} {...{ answers, problems, onAnswers }} />;
  if (step.Component === "sites") return <SitesStep {...{ journey, answers, problems, onAnswers }} />;
  if (step.Component === "delivery")
    return (
      <DeliveryChoice
        journey={journey}
        value={answers.delivery}
        onValue={(delivery) => onAnswers({ ...answers, delivery })}
      />
    );
  return (
    <StepFields
      fields={step.Fields}
      values={answers.fields}
      problems={problems}
      onValue={(name, value) => onAnswers(setField(answers, name, value))}
    />
  );
}
