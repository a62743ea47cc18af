import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import { formatDate, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Card } from "../../ui/page.tsx";

type Step = OrderPage["Steps"][number];

const marks: Record<Step["State"], { icon: IconName; colour: string; word: string }> = {
  done: { icon: "checkCircle", colour: "text-success", word: "Done" },
  failed: { icon: "cross", colour: "text-danger", word: "Refused" },
  working: { icon: "clock", colour: "text-info pulse", word: "Under way" },
  coming: { icon: "clock", colour: "text-muted", word: "Comes" },
};

/** One line of time: what happened to an order, what is under way, and what comes. */
export function OrderSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <Card title="What happened, and what comes" flush>
      <ol className="grid border-t border-line px-5 py-4 max-md:px-4">
        {steps.map((step, at) => {
          const { icon, colour, word } = marks[step.State];
          return (
            <li key={`${step.What} ${step.At ?? ""} ${step.More ?? ""}`} className="relative flex gap-3 pb-4 last:pb-0">
              {at < steps.length - 1 && (
                <span aria-hidden="true" className="absolute top-6 bottom-0 left-2 w-px bg-line" />
              )}
              <Icon name={icon} className={`${colour} mt-1 shrink-0`} />
              <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-6">
                <div className="grid min-w-0 flex-1 basis-56">
                  <p className="font-medium wrap-anywhere">
                    <span className="sr-only">{word}: </span>
                    {step.What}
                  </p>
                  {step.More && <p className="text-sm wrap-anywhere text-muted">{step.More}</p>}
                </div>
                {step.At && (
                  <time dateTime={step.At} className="figures text-sm whitespace-nowrap text-muted">
                    {step.At.length === 10 ? formatDate(step.At) : formatMoment(step.At)}
                  </time>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
