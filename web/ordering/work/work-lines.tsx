import { fieldLabel } from "../../shared/field-label.ts";
import { Card } from "../../ui/page.tsx";
import { isOpenWork } from "./work-words.ts";
import type { WorkItem } from "./work.queries.ts";

/** Shows what an order asks for: its lines with their attributes, people and stock, and its details. */
export function WorkLines({ item }: { item: WorkItem }) {
  const open = isOpenWork(item);
  const details = Object.entries(item.Details).filter(
    ([, value]) => value !== null && value !== "" && typeof value !== "object",
  );
  if (item.Lines.length === 0 && details.length === 0) return null;
  return (
    <Card title="What is asked for">
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        {item.Lines.length > 0 && (
          <ul className="grid content-start gap-1">
            {item.Lines.map((line, at) => (
              <li key={at} className="figures flex gap-2">
                <span className="font-medium">
                  {line.Quantity === 0 ? "Remove" : `${line.Quantity.toLocaleString("en-GB")} ×`}
                </span>
                <span className="grid min-w-0 wrap-anywhere">
                  {line.Name}
                  {open && line.Goods && <span className="text-sm text-muted">{stockWords(line.Goods)}</span>}
                  {line.Attributes.length > 0 && (
                    <span className="text-sm text-muted">
                      {line.Attributes.map(({ Label, Text }) => `${Label}: ${Text}`).join(" · ")}
                    </span>
                  )}
                  {line.Resources.flatMap(({ Reserved }) => Reserved).map((numbers) => (
                    <span key={numbers} className="text-sm">
                      Gets {numbers}
                    </span>
                  ))}
                  {line.People.map(({ Name, Email, Gets }) => (
                    <span key={Email} className="text-sm">
                      {Gets ? "For" : "Take back from"} {Name} <span className="text-muted">{Email}</span>
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
        {details.length > 0 && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 gap-y-1 text-sm">
            {details.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{fieldLabel(name)}</dt>
                <dd className="wrap-anywhere">{String(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}

/** Says how many have left, and whether what is still to be sent is there. */
function stockWords({
  Dispatched,
  Cancelled,
  Rest,
  Reserved,
  Missing,
}: NonNullable<WorkItem["Lines"][number]["Goods"]>) {
  const left =
    Reserved > 0 ? `${Reserved} in stock` : Missing === 0 && Rest > 0 ? `${Rest} from the supplier` : undefined;
  return [
    Dispatched > 0 && `${Dispatched} dispatched`,
    Cancelled > 0 && `${Cancelled} cancelled`,
    left,
    Missing > 0 && `${Missing} to come in`,
  ]
    .filter(Boolean)
    .join(", ");
}
