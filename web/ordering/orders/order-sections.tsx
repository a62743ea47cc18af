import { unitLabel, unitWord } from "@tradewind/domain/catalogue/units.ts";
import { lazy, Suspense } from "react";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { openAddProduct } from "../../shared/add-product.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { choosePlan, itemsOf, setLine } from "./journey-answers.ts";
import { problemsOfLine } from "./line-problems.ts";
import { OrderSection, type SectionProps } from "./order-section.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import { TermChoice } from "./term-choice.tsx";

const OrderDetails = lazy(async () => ({ default: (await import("./order-details.tsx")).OrderDetails }));
const LineExtras = lazy(async () => ({ default: (await import("./line-extras.tsx")).LineExtras }));

/** What the steps of a journey ask, below each other: what is bought first, then, loaded after it, what goes with it and what the vendor needs to know. */
export function OrderSections(props: SectionProps) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <CustomerSection {...props} />
      <PlanSections {...props} />
      <Suspense fallback={<Skeleton className="m-5 h-24" />}>
        <OrderDetails {...props} />
      </Suspense>
    </div>
  );
}

function CustomerSection({ journey: { Customer, ProductId, Subscriptions }, answers }: SectionProps) {
  const other = () => {
    const plan = answers.lines[0]?.sku;
    openAddProduct({ productId: ProductId, ...(plan ? { plan } : {}) });
  };
  return (
    <OrderSection title="Customer">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <TextLink to={customerAddress(Customer.Id)}>{Customer.Name}</TextLink>
        <Button variant="link" size="small" onClick={other}>
          Another customer
        </Button>
      </div>
      {Subscriptions.length > 0 && (
        <p className="figures text-sm text-muted">
          Has {Subscriptions.map(({ Name, Quantity }) => `${Quantity} × ${Name}`).join(", ")}
        </p>
      )}
    </OrderSection>
  );
}

/** Plan, term and quantity of the one that was chosen. */
function PlanSections({ journey, answers, problems, onAnswers }: SectionProps) {
  const items = itemsOf(journey);
  const plans = [...items.values()].filter(
    ({ IsAddOn, Choice, Offers }) => !IsAddOn && Choice !== "site" && Choice !== "later" && Offers.length > 0,
  );
  const line = answers.lines.find(({ sku }) => plans.some(({ Sku }) => Sku === sku));
  const item = line && items.get(line.sku);
  const offer = item?.Offers.find(({ OfferId }) => OfferId === line?.offerId);
  if (!line || !item || !offer) return null;
  const onLine = (change: Parameters<typeof setLine>[2]) => onAnswers(setLine(answers, item.Sku, change));
  const unit = unitWord(item.Unit);
  return (
    <>
      {plans.length > 1 && (
        <OrderSection title="Plan" about={journey.SeesPrices ? `What one ${unit} costs, before VAT` : undefined}>
          <PlanChoice
            {...{ journey, plans, offer }}
            chosen={item}
            onPlan={(plan) => onAnswers(choosePlan(journey, answers, plan))}
          />
        </OrderSection>
      )}
      {item.Offers.length > 1 && (
        <OrderSection title="Term and payment" about={journey.SeesPrices ? `What one ${unit} costs` : undefined}>
          <TermChoice
            {...{ journey, item, offer }}
            onOffer={({ OfferId }) => onLine({ offerId: OfferId, termUntil: null })}
          />
        </OrderSection>
      )}
      <OrderSection
        title={item.IsUnlimited ? "Storage" : unitLabel(item.Unit)}
        about={plans.length > 1 ? undefined : item.Name}
      >
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {item.IsUnlimited ? (
              <p>Unlimited</p>
            ) : (
              <NumberField
                quietLabel
                label={`${unitLabel(item.Unit)} of ${item.Name}`}
                value={line.quantity}
                present={line.quantity}
                min={Math.max(1, item.Minimum)}
                max={item.Maximum ?? 100_000}
                onValue={(quantity) => onLine({ quantity })}
              />
            )}
          </div>
          {(offer.EndsEarlier || item.Attributes.length > 0) && (
            <Suspense fallback={<Skeleton className="h-16" />}>
              <LineExtras
                {...{ journey, item, line, offer, onLine }}
                problems={problemsOfLine(problems, answers, line)}
              />
            </Suspense>
          )}
        </div>
      </OrderSection>
    </>
  );
}
