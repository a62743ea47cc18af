import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { assignments } from "@tradewind/contract/ordering/assignments.ts";
import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { PeopleChooser, type Chosen } from "./people-chooser.tsx";
import { servicePeopleQuery } from "./services.queries.ts";

type Held = ResultOf<typeof assignments.ofService>["Subscriptions"][number];
type Person = Held["People"][number];
type Action = { of: Held } & ({ kind: "assign" } | { kind: "move" | "takeBack"; person: Person });

/** Shows who has units of a service's subscriptions, and gives them to others. */
export function ServicePeople({ service, mayChange }: { service: ServiceItem; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(servicePeopleQuery(service.Id));
  const [action, setAction] = useState<Action>();
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} tight />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-4">
      {data.Subscriptions.map((held) => (
        <PeopleCard key={held.Id} held={held} mayChange={mayChange} onAction={setAction} />
      ))}
      {action && <PeopleDialog action={action} service={service} onClose={() => setAction(undefined)} />}
    </div>
  );
}

/** How many people have one, or are about to get one. */
const assignedOf = ({ People }: Held) =>
  People.filter(({ State }) => State !== "refused" && State !== "leaving").length;
const freeOf = (held: Held) => Math.max(0, held.Quantity - assignedOf(held));

type CardProps = { held: Held; mayChange: boolean; onAction: (action: Action) => void };

function PeopleCard({ held, mayChange, onAction }: CardProps) {
  const { Name, Unit, Quantity, People, Changeable } = held;
  const free = freeOf(held);
  const button = (
    <Button
      size="small"
      icon="add"
      aria-label={`Assign ${Name}`}
      onClick={() => onAction({ kind: "assign", of: held })}
    >
      Assign
    </Button>
  );
  return (
    <Card
      title={`People with ${Name}`}
      about={
        <span className="figures">
          {assignedOf(held).toLocaleString("en-GB")} of {counted(Quantity, Unit)} assigned
          {free > 0 ? `, ${free.toLocaleString("en-GB")} free` : ""}
          {!Changeable && ". They can be changed once the present change is done"}
        </span>
      }
      actions={mayChange && Changeable && free > 0 ? button : undefined}
      flush
    >
      {People.length === 0 ? (
        <EmptyState tight icon="users" title="Nobody has one yet">
          {mayChange ? "Assign them to the people who are to use them." : "Those who are given one appear here."}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {People.map((person) => (
            <li
              key={person.PersonId}
              className="flex items-center justify-between gap-x-4 gap-y-1 px-5 py-3 max-md:px-4"
            >
              <span className="grid min-w-0 gap-0.5">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
                  <span className="font-medium wrap-anywhere">{person.Name}</span>
                  <Standing person={person} />
                </span>
                <span className="text-sm wrap-anywhere text-muted">{person.Email}</span>
                {person.Reason && <span className="text-sm wrap-anywhere">{person.Reason}</span>}
              </span>
              <span className="flex shrink-0 items-center gap-3">
                <span className="figures text-sm text-muted">since {formatDate(person.Since)}</span>
                {mayChange && Changeable && person.State === "there" && (
                  <Menu
                    label={`More for ${person.Name}`}
                    align="end"
                    groups={[
                      {
                        items: [
                          {
                            label: "Move to somebody else",
                            icon: "arrowRight",
                            onSelect: () => onAction({ kind: "move", of: held, person }),
                          },
                          {
                            label: "Take back",
                            icon: "close",
                            danger: true,
                            onSelect: () => onAction({ kind: "takeBack", of: held, person }),
                          },
                        ],
                      },
                    ]}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const marks: Record<Person["State"], { tone: Tone; words: string; moving?: true } | null> = {
  there: null,
  wanted: { tone: "information", words: "Being assigned", moving: true },
  leaving: { tone: "information", words: "Being taken back", moving: true },
  refused: { tone: "fail", words: "Refused by the vendor" },
  unsure: { tone: "warning", words: "The vendor does not answer. We keep looking" },
};

function Standing({ person: { State, IsFound } }: { person: Person }) {
  const mark = marks[State];
  if (mark)
    return (
      <StatusDot tone={mark.tone} moving={mark.moving}>
        {mark.words}
      </StatusDot>
    );
  return IsFound ? <span className="text-sm text-muted">Assigned at the vendor</span> : null;
}

type DialogProps = { action: Action; service: ServiceItem; onClose: () => void };

function PeopleDialog({ action, service, onClose }: DialogProps) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const { of } = action;
  const without = of.People.filter(({ State }) => State !== "refused").map(({ Email }) => Email);
  const names = chosen.map(({ name }) => name).join(", ");
  const shared = { service, subtitle: of.Name, onClose };
  const chooser = (most: number) => (
    <PeopleChooser customerId={service.CustomerId} without={without} chosen={chosen} most={most} onChosen={setChosen} />
  );
  if (action.kind === "takeBack") {
    const { person } = action;
    return (
      <ChangeDialog
        {...shared}
        title={`Take back from ${person.Name}`}
        change={{ Kind: "unassign", Targets: [{ Key: of.Id, People: [person.PersonId] }] }}
        action="Take back"
        danger
        waiting=""
        done={`${of.Name} is being taken back from ${person.Name}`}
      />
    );
  }
  if (action.kind === "move") {
    const { person } = action;
    return (
      <ChangeDialog
        {...shared}
        title={`Move from ${person.Name}`}
        change={chosen[0] && { Kind: "move", Targets: [{ Key: of.Id, From: person.PersonId, To: chosen[0].id }] }}
        action={chosen[0] ? `Move to ${chosen[0].name}` : "Move"}
        waiting="Choose who gets it to see what follows."
        done={`${of.Name} is moving from ${person.Name} to ${names}`}
      >
        {chooser(1)}
      </ChangeDialog>
    );
  }
  const free = freeOf(of);
  return (
    <ChangeDialog
      {...shared}
      title="Assign to people"
      change={
        chosen.length > 0
          ? { Kind: "assign", Targets: [{ Key: of.Id, People: chosen.map(({ id }) => id) }] }
          : undefined
      }
      action={chosen.length > 1 ? `Assign to ${chosen.length} people` : "Assign"}
      waiting={free === 1 ? "One is free. Choose who gets it." : `${free} are free. Choose who gets one.`}
      done={`${of.Name} is being assigned to ${names}`}
    >
      {chooser(Math.min(free, 100))}
    </ChangeDialog>
  );
}
