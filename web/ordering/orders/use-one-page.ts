import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { withStarts, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import { useMemo, useState } from "react";
import { useDraft } from "../../shared/draft.ts";
import { startAnswers, type Answers, type LinesAgain } from "./journey-answers.ts";
import { drawSteps, hasProblems, problemsOf, type FormJudge } from "./journey-steps.ts";

type Kept = { begun: string; answers: Answers };
type Found = { fields: Readonly<Record<string, string>>; steps: readonly string[] };
const none: Found = { fields: {}, steps: [] };

/** Keeps the answers of a journey that is shown on one page, and finds everything that is missing at once. */
export function useOnePage(
  journey: Journey,
  { carried, chosen }: { carried: Readonly<Record<string, string>>; chosen: LinesAgain },
  form?: { shape: FormShape; faults: FormJudge },
) {
  const start = useMemo(() => startAnswers(journey, carried, chosen), [journey, carried, chosen]);
  const begun = useMemo(() => JSON.stringify([start, journey.Steps, journey.Subscriptions]), [start, journey]);
  const [{ answers: given }, setKept] = useDraft<Kept>(
    `${location.pathname} on one page`,
    { begun, answers: start },
    { untilLeft: true, fits: (kept) => kept.begun === begun },
  );
  const [asked, setAsked] = useState(false);
  const answers = form ? { ...given, form: withStarts(form.shape, given.form) } : given;
  const steps = drawSteps(journey, answers).filter(({ hidden }) => !hidden);
  const find = (): Found => {
    const each = steps.map((step) => problemsOf(journey, answers, step, form?.faults)).filter(hasProblems);
    return {
      fields: Object.assign({}, ...each.map(({ fields }) => fields)) as Found["fields"],
      steps: each.flatMap(({ step }) => step ?? []),
    };
  };
  return {
    answers,
    steps,
    change: (changed: Answers) => setKept({ begun, answers: changed }),
    /** What is missing, once it was asked for. */
    problems: asked ? find() : none,
    /** Returns whether nothing is missing, and shows from then on what is. */
    check: () => {
      setAsked(true);
      const { fields, steps: missing } = find();
      return Object.keys(fields).length + missing.length === 0;
    },
    dirty: JSON.stringify(given) !== JSON.stringify(start),
  };
}
