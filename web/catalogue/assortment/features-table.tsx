import type { AssortedPlan, AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { Icon } from "../../ui/icon.tsx";

type Props = { plans: readonly AssortedPlan[]; features: AssortedProduct["Features"] };

/** Shows side by side what the plans contain of which anything is said. */
export function FeaturesTable({ plans, features }: Props) {
  const said = plans.filter(({ Sku }) => features.some(({ Of }) => Sku in Of));
  return (
    <div
      role="region"
      aria-label="Plans side by side"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto border-t border-line"
    >
      <table className="w-full table-fixed border-collapse" style={{ minWidth: 160 + said.length * 150 }}>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={first}>
              <span className="sr-only">Contains</span>
            </th>
            {said.map(({ Sku, Name }) => (
              <th key={Sku} scope="col" className="px-4 py-2.5 text-start align-top text-sm font-medium">
                {Name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {features.map(({ Name, Of }) => (
            <tr key={Name}>
              <th scope="row" className={first}>
                {Name}
              </th>
              {said.map(({ Sku }) => (
                <td key={Sku} className="px-4 py-2.5 align-top">
                  <Mark value={Of[Sku]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const first = "sticky left-0 z-1 w-40 bg-surface px-5 py-2.5 text-start align-top font-normal max-md:px-4";

function Mark({ value }: { value: string | undefined }) {
  if (value === undefined)
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">No</span>
      </span>
    );
  if (value !== "yes") return value;
  return (
    <span className="text-success">
      <Icon name="check" />
      <span className="sr-only">Yes</span>
    </span>
  );
}
