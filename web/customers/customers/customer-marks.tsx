import { productChoices } from "../../shared/product-choices.ts";
import { Select } from "../../ui/choice.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import type { CustomerFilter, CustomerCounts, CustomerMarks } from "./customers.queries.ts";

const noMarks: CustomerMarks = {
  Status: undefined,
  Services: undefined,
  Type: undefined,
  ProductId: undefined,
  Attention: undefined,
};

type Chip = { id: string; label: string; mark: CustomerMarks; count: number | undefined };

const chipsOf = (counts: CustomerCounts | undefined, { Type, Attention }: CustomerFilter): Chip[] => {
  const types = Object.entries(counts?.Types ?? {}) as [NonNullable<CustomerMarks["Type"]>, number][];
  const present = types.filter(([type, count]) => count > 0 || type === Type);
  const asking: Chip[] = [
    { id: "trouble", label: "In trouble", mark: { Attention: "trouble" }, count: counts?.InTrouble ?? 0 },
    { id: "renewing", label: "Renews within 30 days", mark: { Attention: "renewing" }, count: counts?.Renewing ?? 0 },
  ];
  return [
    ...asking.filter(({ count, mark }) => count !== 0 || mark.Attention === Attention),
    { id: "active", label: "Active", mark: { Status: "Active" }, count: counts?.Active },
    { id: "suspended", label: "Suspended", mark: { Status: "Suspended" }, count: counts?.Suspended },
    { id: "some", label: "With services", mark: { Services: "some" }, count: counts?.WithServices },
    { id: "none", label: "Without services", mark: { Services: "none" }, count: counts?.WithoutServices },
    // A single kind narrows nothing.
    ...(present.length > 1 || Type
      ? present.map(([type, count]) => ({ id: type, label: type, mark: { Type: type }, count }))
      : []),
  ];
};

type Props = {
  counts: CustomerCounts | undefined;
  marks: CustomerFilter;
  onMarks: (change: CustomerMarks) => void;
};

/** Filters the list by marks: at most one of each kind, and a customer must match all that are pressed. */
export function CustomerMarkChips({ counts, marks, onMarks }: Props) {
  const chips = chipsOf(counts, marks);
  const isOn = ({ mark }: Chip) =>
    Object.entries(mark).every(([kind, value]) => marks[kind as keyof CustomerFilter] === value);
  const on = new Set(chips.filter(isOn).map(({ id }) => id));
  const choose = (chosen: ReadonlySet<string>) => {
    const pressed = chips.find(({ id }) => chosen.has(id) !== on.has(id));
    if (!pressed) return;
    onMarks(chosen.has(pressed.id) ? pressed.mark : withoutMark(pressed.mark));
  };
  return (
    <FilterChips
      label="Filters"
      chips={chips.map(({ id, label, count }) => ({ id, label, amount: count?.toLocaleString("en-GB") }))}
      chosen={on}
      onChosen={choose}
      onClear={() => onMarks(noMarks)}
    />
  );
}

/** Leaves only customers that have a service of one product. */
export const ProductFilter = ({ counts, marks: { ProductId }, onMarks }: Props) => (
  <Select
    label="Product"
    quietLabel
    className="w-60 max-md:w-auto max-md:flex-1"
    value={ProductId ?? ""}
    onChange={({ target }) => onMarks({ ProductId: target.value })}
    placeholder="All products"
    choices={productChoices(counts?.Products ?? [], ProductId)}
  />
);

const withoutMark = (mark: CustomerMarks): CustomerMarks =>
  Object.fromEntries(Object.keys(mark).map((kind) => [kind, undefined]));
