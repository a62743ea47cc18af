import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox, RadioGroup } from "../../ui/choice.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { call } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";

type Known = ResultOf<typeof assignments.people>["Items"][number];
/** Somebody chosen, who is among the customer's people by now. */
export type Chosen = { id: string; name: string };

type Props = {
  customerId: string;
  /** Who cannot be chosen, by address: they have one already. */
  without: readonly string[];
  chosen: readonly Chosen[];
  /** How many can be chosen. */
  most: number;
  onChosen: (chosen: readonly Chosen[]) => void;
};

/** Chooses people of a customer, or adds somebody to them. */
export function PeopleChooser({ customerId, without, chosen, most, onChosen }: Props) {
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim());
  const { data, error, refetch } = useQuery({
    queryKey: ["services", "people-of-customer", customerId, wanted],
    queryFn: async ({ signal }) =>
      (await call(assignments.people, { params: { customerId }, query: { Search: wanted }, signal })).Items,
    placeholderData: keepPreviousData,
  });
  const [adding, setAdding] = useState(false);
  const add = useWrite(assignments.addPerson, { refreshes: ["services"], shown: true });
  const take = async (person: { Name: string; Email: string; Id?: string | null }) => {
    const { Name, Email } = person;
    const Id = person.Id ?? (await add.mutateAsync({ params: { customerId }, body: { Name, Email } })).Id!;
    onChosen(most === 1 ? [{ id: Id, name: Name }] : [...chosen, { id: Id, name: Name }]);
  };
  const free = (data ?? []).filter(({ Email }) => !without.includes(Email));
  const isChosen = ({ Id }: Known) => chosen.some(({ id }) => id === Id);
  return (
    <div className="grid gap-4">
      <TextField
        label="Search people"
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} tight />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : free.length === 0 ? (
        <p className="text-muted">
          {wanted ? "Nobody of that name who has none yet." : "Everybody who is known has one, or nobody is known yet."}
        </p>
      ) : most === 1 ? (
        <div className="max-h-72 overflow-y-auto p-0.5">
          <RadioGroup
            label="People"
            quietLabel
            choices={free.map(({ Email, Name }) => ({ value: Email, label: Name, hint: Email }))}
            value={free.find(isChosen)?.Email}
            onValue={(email) => void take(free.find(({ Email }) => Email === email)!).catch(() => undefined)}
          />
        </div>
      ) : (
        <fieldset className="grid max-h-72 gap-2 overflow-y-auto p-0.5">
          <legend className="sr-only">People</legend>
          {free.map((person) => (
            <Checkbox
              key={person.Email}
              label={person.Name}
              hint={person.Email}
              checked={isChosen(person)}
              disabled={!isChosen(person) && chosen.length >= most}
              onChange={() =>
                isChosen(person)
                  ? onChosen(chosen.filter(({ id }) => id !== person.Id))
                  : void take(person).catch(() => undefined)
              }
            />
          ))}
        </fieldset>
      )}
      {!adding && add.error && (
        <p role="alert" className="text-sm text-danger">
          {add.error.message}
        </p>
      )}
      {adding ? (
        <NewPerson
          fields={add.error?.fields ?? {}}
          fault={add.error?.message}
          busy={add.isPending}
          onAdd={async (person) => {
            await take(person);
            setAdding(false);
            setSearch("");
          }}
        />
      ) : (
        <Button size="small" icon="add" className="w-fit" onClick={() => setAdding(true)}>
          Add somebody else
        </Button>
      )}
    </div>
  );
}

type NewProps = {
  fields: Readonly<Record<string, string>>;
  fault: string | undefined;
  busy: boolean;
  onAdd: (person: { Name: string; Email: string }) => Promise<void>;
};

function NewPerson({ fields, fault, busy, onAdd }: NewProps) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [tried, setTried] = useState(false);
  const missing = tried && name.trim() === "" ? messages.required("Name") : undefined;
  const noAddress = tried && email.trim() === "" ? messages.required("Email") : undefined;
  return (
    <div className="grid gap-3 rounded-card border border-line p-4">
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={missing ?? fields["Name"]}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          hint="Their sign-in at the vendor, where it knows people."
          value={email}
          error={noAddress ?? fields["Email"]}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      {fault && Object.keys(fields).length === 0 && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      <Button
        size="small"
        className="w-fit"
        busy={busy}
        onClick={() => {
          setTried(true);
          if (name.trim() && email.trim())
            void onAdd({ Name: name.trim(), Email: email.trim() }).catch(() => undefined);
        }}
      >
        Add and choose
      </Button>
    </div>
  );
}
