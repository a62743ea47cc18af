import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { withStarts, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import { nextStep, previousStep } from "@tradewind/domain/ordering/wizard.ts";
import { useMemo, useState } from "react";
import { useDraft } from "../../shared/draft.ts";
import { startAnswers, type Answers, type GoingUp, type LinesAgain } from "./journey-answers.ts";
import { drawSteps, hasProblems, problemsOf, type DrawnStep, type FormJudge, type Problems } from "./journey-steps.ts";

const none: Problems = { fields: {} };

type Kept = { begun: string; answers: Answers; at: string };

const firstStepOf = (journey: Journey, answers: Answers) => {
  const steps = drawSteps(journey, answers);
  return (steps.find((step) => !step.hidden) ?? steps[0])!.id;
};

/**
 * Tracks a person's position in a journey and their answers, and moves between the visible steps. A reload restores the
 * answers unless the journey has changed: they would belong to other questions.
 */
export function useJourney(
  journey: Journey,
  {
    carried,
    again,
    goingUp,
  }: { carried: Readonly<Record<string, string>>; again?: LinesAgain | undefined; goingUp?: GoingUp | undefined },
  form?: { shape: FormShape; faults: FormJudge },
) {
  const start = useMemo(() => startAnswers(journey, carried, again, goingUp), [journey, carried, again, goingUp]);
  const begun = useMemo(() => JSON.stringify([start, journey.Steps, journey.Subscriptions]), [start, journey]);
  const [{ answers: given, at }, setKept] = useDraft<Kept>(
    location.pathname,
    { begun, answers: start, at: firstStepOf(journey, start) },
    { untilLeft: true, fits: (kept) => kept.begun === begun },
  );
  const answers = form ? { ...given, form: withStarts(form.shape, given.form) } : given;
  const judge = form?.faults;
  const keep = (changed: Partial<Kept>) => setKept((kept) => ({ ...kept, ...changed }));
  const steps = drawSteps(journey, answers);
  const [problems, setProblems] = useState<Problems>(none);
  const step: DrawnStep = steps.find((each) => each.id === at) ?? steps[0]!;
  const previous = previousStep(steps, step.id);
  const next = nextStep(steps, step.id);

  const go = (id: string, shown: Problems = none) => {
    keep({ at: id });
    setProblems(shown);
    scrollTo({ top: 0 });
  };
  /** Moves on, or shows what is missing here. Returns true when no step is left. */
  const forward = (): boolean => {
    const found = problemsOf(journey, answers, step, judge);
    if (hasProblems(found)) {
      setProblems(found);
      return false;
    }
    if (next) {
      go(next.id);
      return false;
    }
    const unfinished = steps.find((each) => !each.hidden && hasProblems(problemsOf(journey, answers, each, judge)));
    if (unfinished) {
      go(unfinished.id, problemsOf(journey, answers, unfinished, judge));
      return false;
    }
    return true;
  };
  const change = (changed: Answers) => {
    keep({ answers: changed });
    if (hasProblems(problems)) setProblems(problemsOf(journey, changed, step, judge));
  };
  return {
    answers,
    change,
    steps,
    step,
    problems,
    first: previous === undefined,
    last: next === undefined,
    forward,
    back: () => previous && go(previous.id),
    go,
    dirty: JSON.stringify(given) !== JSON.stringify(start),
  };
}
