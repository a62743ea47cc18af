import { assortment, type AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { useId, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { useChange } from "./assortment.queries.ts";
import { ChangeNotices } from "./change-notices.tsx";

type Props = { product: AssortedProduct; onClose: () => void };
type Feature = AssortedProduct["Features"][number];
const most = 20;

/** Edits what each plan contains: `yes` is drawn as a tick, an empty field is a dash. */
export function FeaturesDialog({ product, onClose }: Props) {
  const form = useId();
  const [{ Version, Plans, ShippedFeatures }] = useState(product);
  const [features, setFeatures] = useState(product.Features);
  const save = useChange(assortment.arrange, "What the plans contain was saved", onClose);
  const fields = (save.error?.fields ?? {}) as Record<string, string>;
  const plans = Plans.filter(({ Sku, IsAddOn }) => !IsAddOn || features.some(({ Of }) => Sku in Of));
  const set = (at: number, part: Partial<Feature>) => setFeatures(features.with(at, { ...features[at]!, ...part }));
  const sent = features.map(({ Name, Of }) => ({
    Name,
    Of: Object.fromEntries(Object.entries(Of).filter(([, value]) => value.trim() !== "")),
  }));
  const fault = Object.values(fields)[0];
  return (
    <TaskDialog
      size="xlarge"
      title="What each plan contains"
      subtitle="Write “yes” for a tick, or a few words; leave empty what a plan does not contain."
      form={form}
      action="Save"
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
            body: { Version, Plans: Plans.map(({ Sku, Name }) => ({ Sku, Name })), Features: sent },
          });
        }}
      >
        <ChangeNotices
          isOvertaken={false}
          fault={save.error && fault ? Object.assign(save.error, { message: fault }) : save.error}
          onTheirs={onClose}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon="add"
            disabled={features.length === most}
            onClick={() => setFeatures([...features, { Name: "", Of: {} }])}
          >
            Add line
          </Button>
          <Button size="small" onClick={() => setFeatures(ShippedFeatures)}>
            Back to what is shipped
          </Button>
        </div>
        <div
          role="region"
          aria-label="Plans side by side"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="border-collapse" style={{ minWidth: 240 + plans.length * 140 }}>
            <thead>
              <tr>
                <th scope="col" className={`${first} text-sm font-medium`}>
                  Contains
                </th>
                {plans.map(({ Sku, Name }) => (
                  <th key={Sku} scope="col" className="min-w-34 px-1 pb-2 text-start align-bottom text-sm font-medium">
                    {Name}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {features.map((feature, at) => (
                <tr key={at}>
                  <th scope="row" className={first}>
                    <input
                      aria-label={`Line ${at + 1}`}
                      maxLength={60}
                      value={feature.Name}
                      onChange={({ target }) => set(at, { Name: target.value })}
                      className="control w-full font-normal"
                    />
                  </th>
                  {plans.map(({ Sku, Name }) => (
                    <td key={Sku} className="p-1">
                      <input
                        aria-label={`${feature.Name || `Line ${at + 1}`} of ${Name}`}
                        maxLength={60}
                        value={feature.Of[Sku] ?? ""}
                        onChange={({ target }) => set(at, { Of: { ...feature.Of, [Sku]: target.value } })}
                        className="control w-full"
                      />
                    </td>
                  ))}
                  <td className="p-1">
                    <IconButton
                      icon="trash"
                      label={`Remove ${feature.Name || `line ${at + 1}`}`}
                      onClick={() => setFeatures(features.toSpliced(at, 1))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </form>
    </TaskDialog>
  );
}

const first = "w-48 min-w-40 p-1 pl-0 text-start align-bottom";
