import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { useId, type ReactNode } from "react";
import type { Answers } from "./journey-answers.ts";
import type { DrawnStep } from "./journey-steps.ts";
import type { TenantOnItsWay } from "./use-tenant-on-its-way.ts";

/** What every part of the page of an order is drawn from. */
export type SectionProps = {
  journey: Journey;
  /** The visible ones. */
  steps: readonly DrawnStep[];
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  tenant: TenantOnItsWay;
  onAnswers: (answers: Answers) => void;
  onTenant: () => void;
};

type Props = { title: string; about?: ReactNode; children: ReactNode };

/** One row of an order on one page: what it is about on the left, the answer on the right. */
export function OrderSection({ title, about, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-0 max-md:px-4 md:grid-cols-[152px_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-0.5">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {about && <p className="text-sm text-muted">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
