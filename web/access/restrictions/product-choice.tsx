import { useState } from "react";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { toggled } from "../../ui/table-model.ts";
import type { Restrictions } from "./restrictions.queries.ts";
import { EveryChoice, type EveryProps } from "../../shared/users/every-choice.tsx";

type Props = EveryProps & {
  products: Restrictions["Products"];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
};

/** Chooses every product of the catalogue, or individual ones. */
export function ProductChoice({ products, chosen, onChosen, ...choice }: Props) {
  const { every, disabled } = choice;
  const [text, setText] = useState("");
  const found = products.filter(({ Name }) => Name.toLowerCase().includes(text.trim().toLowerCase()));
  const allFound = found.length > 0 && found.every(({ Id }) => chosen.has(Id));
  const tickFound = () => {
    const next = new Set(chosen);
    for (const { Id } of found)
      if (allFound) next.delete(Id);
      else next.add(Id);
    onChosen(next);
  };
  return (
    <div className="grid gap-5">
      <EveryChoice
        {...choice}
        words={{
          label: "Products",
          every: "Every product",
          later: "Including those added later",
          notEvery: "You look after certain products only, so you cannot give access to all",
          others: "All others are hidden from the catalogue, and their services from every list",
        }}
      />
      {!every && (
        <section aria-label="Chosen products" className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <SearchBox
              label="Search products"
              className="max-md:w-full"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <div className="flex items-center gap-3">
              <p className="figures text-sm text-muted" role="status">
                {chosen.size} of {products.length} chosen
              </p>
              {!disabled && found.length > 0 && (
                <Button size="small" onClick={tickFound}>
                  {allFound ? "Clear" : "Choose"} {text.trim() ? "found" : "all"}
                </Button>
              )}
            </div>
          </div>
          <ul className="max-h-[28rem] overflow-y-auto rounded-card border border-line">
            {found.map(({ Id, Name, Icon }) => (
              <li key={Id} className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5 last:border-0">
                <span className="flex-1">
                  <Checkbox
                    label={Name}
                    checked={chosen.has(Id)}
                    disabled={disabled}
                    onChange={() => onChosen(toggled(chosen, Id))}
                  />
                </span>
                <ProductIcon icon={Icon} name={Name} />
              </li>
            ))}
            {found.length === 0 && <li className="px-4 py-3 text-muted">No matches found</li>}
          </ul>
        </section>
      )}
    </div>
  );
}
