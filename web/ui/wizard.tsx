import { useId, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export type WizardStep = { id: string; title: string };

type WizardProps = {
  label: string;
  steps: readonly WizardStep[];
  /** Id of the step shown. */
  at: string;
  /** Called to return to a step before the current one. */
  onStep?: (id: string) => void;
  onBack?: () => void;
  /** Left out where something on the step must happen first. */
  onNext?: () => void;
  /** The label of the last button, such as "Place order". */
  nextLabel?: string;
  nextDisabled?: boolean;
  busy?: boolean;
  /** Shown beside the step from 1024 px, below it otherwise: the price. */
  aside?: ReactNode;
  /** Shown above the buttons on a phone, such as the total. */
  summary?: ReactNode;
  children: ReactNode;
};

export function Wizard({
  label,
  steps,
  at,
  onStep,
  onBack,
  onNext,
  nextLabel = "Next",
  nextDisabled,
  busy,
  aside,
  summary,
  children,
}: WizardProps) {
  const id = useId();
  const current = Math.max(
    0,
    steps.findIndex((step) => step.id === at),
  );
  return (
    <div className="grid gap-6">
      <nav aria-label={label}>
        <p className="text-sm text-muted lg:hidden">
          Step {current + 1} of {steps.length}: <span className="font-medium text-ink">{steps[current]?.title}</span>
        </p>
        <ol className="mt-2 flex gap-2 lg:mt-0 lg:gap-4">
          {steps.map((step, index) => (
            <Step
              key={step.id}
              step={step}
              number={index + 1}
              state={index < current ? "done" : index === current ? "current" : "coming"}
              onStep={busy ? undefined : onStep}
            />
          ))}
        </ol>
      </nav>
      <div className={cx("grid items-start gap-6", aside != null && "lg:grid-cols-[minmax(0,1fr)_340px]")}>
        <form
          id={id}
          noValidate
          className="min-w-0"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy && !nextDisabled) onNext?.();
          }}
        >
          {children}
        </form>
        {aside && <aside className="lg:sticky lg:top-[calc(var(--header)+24px)]">{aside}</aside>}
      </div>
      {(onBack || onNext) && (
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-4 py-3 md:mx-0 md:px-0">
          {summary && <div className="w-full md:hidden">{summary}</div>}
          {onBack && (
            <Button onClick={onBack} disabled={busy} icon="arrowLeft" className="max-md:flex-1">
              Previous
            </Button>
          )}
          {onNext && (
            <Button
              type="submit"
              form={id}
              variant="primary"
              disabled={nextDisabled}
              busy={busy}
              className="max-md:flex-1"
            >
              {nextLabel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type StepProps = {
  step: WizardStep;
  number: number;
  state: "done" | "current" | "coming";
  onStep?: (id: string) => void;
};

function Step({ step, number, state, onStep }: StepProps) {
  const mark = (
    <span
      className={cx(
        "figures grid size-6 shrink-0 place-items-center rounded-full text-sm font-medium max-lg:hidden",
        state === "coming"
          ? "bg-sunken text-muted"
          : state === "done"
            ? "bg-accent-soft text-accent-text"
            : "bg-accent text-on-accent",
      )}
    >
      {state === "done" ? <Icon name="check" size={14} /> : number}
    </span>
  );
  const title = (
    <span className={cx("truncate max-lg:sr-only", state === "current" ? "font-medium" : "text-muted")}>
      {step.title}
    </span>
  );
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={cx(
        "flex min-w-0 flex-1 max-lg:h-1 max-lg:rounded-full lg:flex-none lg:after:ml-4 lg:after:h-px lg:after:w-8 lg:after:self-center lg:after:bg-line lg:last:after:hidden",
        state === "coming" ? "max-lg:bg-line" : "max-lg:bg-accent",
      )}
    >
      {state === "done" && onStep ? (
        <button
          type="button"
          className="flex min-w-0 items-center gap-2 rounded-control hover:underline max-lg:sr-only"
          onClick={() => onStep(step.id)}
        >
          {mark}
          {title}
        </button>
      ) : (
        <span className="flex min-w-0 items-center gap-2">
          {mark}
          {title}
        </span>
      )}
    </li>
  );
}
