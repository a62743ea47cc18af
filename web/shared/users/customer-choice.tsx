import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { suggestCustomers, type ChosenCustomer } from "../../access/restrictions/restrictions.queries.ts";
import { EveryChoice, type EveryProps } from "./every-choice.tsx";

const PasteDialog = lazy(async () => ({
  default: (await import("./paste-customers-dialog.tsx")).PasteCustomersDialog,
}));

/** Longer lists get a search box, and show only their first rows until it is used. */
const longList = 8;
const mostShown = 100;

type Props = EveryProps & {
  /** What all of them are called, if not every customer. */
  words?: { every: string } | undefined;
  chosen: readonly ChosenCustomer[];
  onChosen: (chosen: readonly ChosenCustomer[]) => void;
};

/** Chooses every customer, or individual ones: searched on the server one by one, or pasted as a list. */
export function CustomerChoice({ chosen, onChosen, words, ...choice }: Props) {
  const { every, disabled } = choice;
  const [pasting, setPasting] = useState(false);
  const known = new Set(chosen.map(({ Id }) => Id));
  const add = (more: readonly ChosenCustomer[]) =>
    onChosen([...chosen, ...more.filter(({ Id }) => !known.has(Id))].toSorted((a, b) => a.Name.localeCompare(b.Name)));
  const search = async (text: string, signal: AbortSignal) =>
    (await suggestCustomers(text, signal)).map((each) => ({
      id: each.Id,
      label: each.Name,
      disabled: known.has(each.Id),
      ...(known.has(each.Id) ? { hint: "Already chosen" } : each.Status === "Suspended" ? { hint: "Suspended" } : {}),
    }));
  return (
    <div className="grid gap-5">
      <EveryChoice
        {...choice}
        words={{
          label: "Customers",
          every: words?.every ?? "Every customer",
          later: "Including those added later",
          notEvery: "You look after certain customers only, so you cannot give access to all",
          others: "All others are hidden, with everything that belongs to them",
        }}
      />
      {!every && (
        <>
          {!disabled && (
            <div className="flex flex-wrap items-end gap-3">
              <Combobox
                label="Add a customer"
                className="min-w-64 flex-1"
                placeholder="Search by name"
                value={null}
                onValue={(option) => option && add([{ Id: option.id, Name: option.label, Status: "Active" }])}
                search={search}
              />
              <Button icon="copy" className="max-md:w-full" onClick={() => setPasting(true)}>
                Paste a list
              </Button>
            </div>
          )}
          <Chosen
            chosen={chosen}
            onRemove={disabled ? undefined : (Id) => onChosen(chosen.filter((each) => each.Id !== Id))}
          />
        </>
      )}
      {pasting && (
        <Suspense fallback={null}>
          <PasteDialog onFound={add} onClose={() => setPasting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Chosen({
  chosen,
  onRemove,
}: {
  chosen: readonly ChosenCustomer[];
  onRemove: ((id: string) => void) | undefined;
}) {
  const [text, setText] = useState("");
  const found = chosen.filter(({ Name }) => Name.toLowerCase().includes(text.trim().toLowerCase()));
  if (chosen.length === 0)
    return (
      <EmptyState tight icon="building" title="No customers chosen yet">
        Search for the first one above, or paste a list of names.
      </EmptyState>
    );
  return (
    <section aria-label="Chosen customers" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-sm text-muted" role="status">
          {chosen.length.toLocaleString("en-GB")} {chosen.length === 1 ? "customer" : "customers"} chosen
        </p>
        {chosen.length > longList && (
          <SearchBox
            label="Search chosen customers"
            className="max-md:w-full"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </div>
      <ul className="max-h-96 overflow-y-auto rounded-card border border-line">
        {found.slice(0, mostShown).map(({ Id, Name, Status }) => (
          <li key={Id} className="flex min-h-11 items-center gap-3 border-b border-line px-4 last:border-0">
            <span className="min-w-0 flex-1 truncate">{Name}</span>
            {Status === "Suspended" && <Badge tone="warning">Suspended</Badge>}
            {onRemove && <IconButton icon="close" label={`Remove ${Name}`} size="small" onClick={() => onRemove(Id)} />}
          </li>
        ))}
        {found.length === 0 && <li className="px-4 py-3 text-muted">No matches found</li>}
        {found.length > mostShown && (
          <li className="px-4 py-3 text-sm text-muted">
            {(found.length - mostShown).toLocaleString("en-GB")} more: search to see them
          </li>
        )}
      </ul>
    </section>
  );
}
