import { assortment, type AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { useId, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useChange } from "./assortment.queries.ts";
import { ChangeNotices } from "./change-notices.tsx";

type Props = { product: AssortedProduct; onClose: () => void };

/** Names the plans of a product and puts them in order. */
export function ArrangeDialog({ product, onClose }: Props) {
  const form = useId();
  // What somebody else saves meanwhile is not overwritten: the version is that of when the dialog was opened.
  const [{ Version, ShippedOrder, Features }] = useState(product);
  const [plans, setPlans] = useState(product.Plans);
  const save = useChange(assortment.arrange, "The plans were arranged", onClose);
  const fields = (save.error?.fields ?? {}) as Record<string, string>;
  const swap = (at: number, to: number) => setPlans(plans.with(at, plans[to]!).with(to, plans[at]!));
  const shipped = () =>
    setPlans(
      plans
        .toSorted((a, b) => ShippedOrder.indexOf(a.Sku) - ShippedOrder.indexOf(b.Sku))
        .map((plan) => ({ ...plan, Name: plan.ShippedName })),
    );
  return (
    <TaskDialog
      size="large"
      title="Name and order plans"
      subtitle="Subscriptions that run keep the name under which they were bought."
      form={form}
      action="Save plans"
      busy={save.isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            params: { productId: product.ProductId },
            body: { Version, Plans: plans.map(({ Sku, Name }) => ({ Sku, Name })), Features },
          });
        }}
      >
        <ChangeNotices
          isOvertaken={false}
          fault={Object.keys(fields).length > 0 ? null : save.error}
          onTheirs={onClose}
        />
        <div>
          <Button size="small" onClick={shipped}>
            Back to shipped names and order
          </Button>
        </div>
        <ol className="grid gap-2">
          {plans.map((plan, at) => (
            <li key={plan.Sku} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-2">
              <TextField
                label={`Name of plan ${at + 1}`}
                quietLabel
                maxLength={80}
                hint={plan.Name === plan.ShippedName ? undefined : `Shipped as ${plan.ShippedName}`}
                value={plan.Name}
                error={fields[`Plans.${at}.Name`]}
                onChange={({ target }) => setPlans(plans.with(at, { ...plan, Name: target.value }))}
              />
              <IconButton
                icon="arrowUp"
                label={`Move ${plan.Name} up`}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                icon="arrowDown"
                label={`Move ${plan.Name} down`}
                disabled={at === plans.length - 1}
                onClick={() => swap(at, at + 1)}
              />
            </li>
          ))}
        </ol>
      </form>
    </TaskDialog>
  );
}
