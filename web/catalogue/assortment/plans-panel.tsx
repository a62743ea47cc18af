import type { AssortedOffer, AssortedPlan, AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { planWords } from "../../shared/prices/plan-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import { FeaturesTable } from "./features-table.tsx";
import { saleState } from "./sale-words.ts";
import type { Sold } from "./withdraw-dialog.tsx";

const ArrangeDialog = lazy(async () => ({ default: (await import("./arrange-dialog.tsx")).ArrangeDialog }));
const FeaturesDialog = lazy(async () => ({ default: (await import("./features-dialog.tsx")).FeaturesDialog }));

type Act = (task: "withdraw" | "bringBack", what: Sold) => void;
type Props = { product: AssortedProduct; onAct: Act };

/** Lists the plans of a product in their order, each with its offers, and what each contains side by side. */
export function PlansPanel({ product, onAct }: Props) {
  const [task, setTask] = useState<"arrange" | "features">();
  const { Plans, Features } = product;
  const close = () => setTask(undefined);
  return (
    <div className="grid gap-4">
      <Card
        title="Plans and offers"
        about="In the order of the marketplace, at the prices of today, before VAT"
        flush
        actions={
          <Button size="small" onClick={() => setTask("arrange")}>
            Name and order
          </Button>
        }
      >
        <ul className="divide-y divide-line border-t border-line">
          {Plans.map((plan) => (
            <Plan key={plan.Sku} plan={plan} onAct={onAct} />
          ))}
        </ul>
      </Card>
      <Card
        title="What each plan contains"
        about={Features.length === 0 ? "Nothing is compared yet." : undefined}
        flush
        actions={
          <Button size="small" onClick={() => setTask("features")}>
            Edit
          </Button>
        }
      >
        {Features.length > 0 && <FeaturesTable plans={Plans} features={Features} />}
      </Card>
      <Suspense fallback={null}>
        {task === "arrange" && <ArrangeDialog product={product} onClose={close} />}
        {task === "features" && <FeaturesDialog product={product} onClose={close} />}
      </Suspense>
    </div>
  );
}

function Plan({ plan, onAct }: { plan: AssortedPlan; onAct: Act }) {
  return (
    <li className="grid gap-2 px-5 py-3 max-md:px-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-base font-semibold">{plan.Name}</h3>
        {plan.IsAddOn && <Badge>Add-on</Badge>}
        <p className="text-sm text-muted">
          {plan.Group} · per {plan.Unit.toLowerCase()} · <span className="figures">{plan.Sku}</span>
          {plan.Name !== plan.ShippedName && ` · shipped as ${plan.ShippedName}`}
        </p>
      </div>
      <ul className="grid gap-1">
        {plan.Offers.map((offer) => (
          <Offer key={offer.OfferId} plan={plan} offer={offer} onAct={onAct} />
        ))}
      </ul>
    </li>
  );
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function Offer({ plan, offer, onAct }: { plan: AssortedPlan; offer: AssortedOffer; onAct: Act }) {
  const { Today } = useSession();
  const { tone, word } = saleState("offer", { isOn: offer.IsForSale, withdrawal: offer.Withdrawal }, Today);
  const what = {
    offerId: offer.OfferId,
    name: `${plan.Name}, ${lowered(planWords(offer))}`,
    withdrawal: offer.Withdrawal,
  };
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-1 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:border-l-2 max-md:border-line max-md:pl-3 md:grid-cols-[minmax(150px,1.2fr)_minmax(130px,1fr)_minmax(150px,1.4fr)_200px]">
      <TextLink to={linkTo(screens.offerPrices, { offerId: offer.OfferId })}>{planWords(offer)}</TextLink>
      <span className="figures">
        {offer.Prices.map(({ Currency, ResellersPay }) => formatUnitPrice(ResellersPay, Currency)).join(" · ") ||
          "No price yet"}
      </span>
      <StatusDot tone={tone}>{word}</StatusDot>
      <span className="flex gap-2 max-md:col-start-2 max-md:row-span-3 max-md:row-start-1 max-md:flex-col md:justify-end">
        {offer.Withdrawal && (
          <Button size="small" aria-label={`Bring back ${what.name}`} onClick={() => onAct("bringBack", what)}>
            Bring back
          </Button>
        )}
        {offer.IsShippedForSale && (
          <Button
            size="small"
            aria-label={`${offer.Withdrawal ? "Change days of" : "Withdraw"} ${what.name}`}
            onClick={() => onAct("withdraw", what)}
          >
            {offer.Withdrawal ? "Change days" : "Withdraw"}
          </Button>
        )}
      </span>
    </li>
  );
}
