import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { openAddProduct } from "../../shared/add-product.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { countedEach } from "../../shared/units.ts";
import type { Reach } from "./plan-model.ts";

const customersWord = (amount: number) =>
  `${amount.toLocaleString("en-GB")} ${amount === 1 ? "customer" : "customers"}`;

/** Names the customers with the most of a product, and leads to all of them. */
export function WhoHasIt({ have, productId }: { have: Reach["Have"]; productId: string }) {
  if (have.Total === 0)
    return (
      <Card title="Who has it">
        <p className="text-muted">None of your customers yet.</p>
      </Card>
    );
  return (
    <Card
      title="Who has it"
      about={customersWord(have.Total)}
      actions={
        <TextLink to={linkTo(screens.customers, {}, { ProductId: productId })}>
          {have.Total === 1 ? "In the list" : `All ${have.Total.toLocaleString("en-GB")}`}
        </TextLink>
      }
      flush
    >
      <ul className="divide-y divide-line border-t border-line">
        {have.Items.map(({ Id, Name, Plans }) => (
          <li key={Id} className="grid px-5 py-2.5 max-md:px-4">
            <TextLink to={customerAddress(Id)}>{Name}</TextLink>
            <span className="text-sm text-muted">
              {Plans.length === 1
                ? `${Plans[0]!.Name}, ${counted(Plans[0]!.Quantity, Plans[0]!.Unit)}`
                : countedEach(summed(Plans))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Held = Reach["Have"]["Items"][number]["Plans"][number];

/** Adds up what is counted in the same unit. */
const summed = (plans: readonly Held[]) =>
  [...Map.groupBy(plans, ({ Unit }) => Unit)].map(([Unit, some]) => ({
    Unit,
    Quantity: some.reduce((sum, { Quantity }) => sum + Quantity, 0),
  }));

/** Customers named before somebody asks for more. */
const few = 4;

type MightProps = {
  might: NonNullable<Reach["Might"]>;
  productId: string;
  product: string;
  plan: string | undefined;
  mayAdd: boolean;
};

/** Names customers who might want a product, and why. */
export function WhoMight({ might, productId, product, plan, mayAdd }: MightProps) {
  const [all, setAll] = useState(false);
  if (might.Total === 0) return null;
  const shown = all ? might.Items : might.Items.slice(0, few);
  const more = might.Items.length - few;
  return (
    <Card title="Who might" about={`${customersWord(might.Total)}. ${might.Reason}.`} flush>
      <ul className="divide-y divide-line border-t border-line">
        {shown.map(({ Id, Name }) => (
          <li key={Id} className="flex min-h-11 items-center justify-between gap-3 px-5 py-2 max-md:px-4">
            <TextLink to={customerAddress(Id)}>{Name}</TextLink>
            {mayAdd && (
              <Button
                size="small"
                aria-label={`Order ${product} for ${Name}`}
                onClick={() =>
                  openAddProduct({ customerId: Id, customerName: Name, productId, ...(plan ? { plan } : {}) })
                }
              >
                Order
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!all && more > 0 && (
        <div className="border-t border-line px-5 py-2 max-md:px-4">
          <Button variant="link" onClick={() => setAll(true)}>
            {more} more
          </Button>
        </div>
      )}
      {all && might.Total > might.Items.length && (
        <p className="border-t border-line px-5 py-2 text-sm text-muted">
          The first {might.Items.length} of {might.Total.toLocaleString("en-GB")} by name.
        </p>
      )}
    </Card>
  );
}
