import type { AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import type { Cardinality } from "@tradewind/domain/catalogue/products.ts";
import { Fragment } from "react";
import { chargingWords } from "../../shared/charging-words.ts";
import { Card } from "../../ui/page.tsx";

const limits: Record<Cardinality, string> = {
  Unknown: "As agreed",
  OncePerReseller: "Once for each reseller",
  OncePerCustomer: "Once for each customer",
  MultiplePerCustomer: "As often as wanted",
};
const levels = { customer: "For a customer", user: "For a person", both: "For a customer or a person" } as const;

/** Shows what only a release changes, and why. */
export function FixedFacts({ product: { Fixed, ProductId } }: { product: AssortedProduct }) {
  const { LeadDays: days } = Fixed;
  const facts = {
    "Provided by": Fixed.IsManagedElsewhere ? "Its vendor, in its own portal" : (Fixed.ProvidedBy ?? "Nobody"),
    "Promised in": days === null ? "Minutes, by its interface" : `${days} working ${days === 1 ? "day" : "days"}`,
    Charged: chargingWords[Fixed.ChargingModel],
    Ordered: `${levels[Fixed.Level]}, ${limits[Fixed.OrderLimit].toLowerCase()}`,
    "Order form": Fixed.OrderForm ?? "None of its own",
    "Feature flag": Fixed.FeatureFlag ?? "None",
    "Agreement number": Fixed.AgreementServiceId,
    "Our id": ProductId,
  };
  return (
    <Card
      title="Comes with the release"
      about="How it is provided, asked for and charged is code that belongs together: orders that run depend on it, so it is not changed here."
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {Object.entries(facts).map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}
