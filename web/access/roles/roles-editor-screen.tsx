import { screens } from "@tradewind/contract/screens.ts";
import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import type { Role, RoleSet } from "@tradewind/domain/access/roles.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { kindWords } from "../../shared/users/user-words.ts";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { roleWords } from "./role-words.ts";
import { RolesSummary } from "./roles-summary.tsx";
import { rolesQuery, type UserRoles } from "./roles.queries.ts";
import { TransferList } from "../../ui/transfer-list.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";

export function RolesEditorScreen() {
  const { userId } = useParamsOf(screens.userRoles);
  const { data, error, refetch } = useQuery(rolesQuery(userId));
  useCrumb("Roles", data?.Name);
  if (data) return <Editor key={data.Id} person={data} />;
  if (error) return <QueryError page error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={<Skeleton className="h-7 w-64" />} about={<Skeleton className="w-40" />} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full max-lg:hidden" />
      </div>
    </>
  );
}

/** The unsaved choice, and the roles the person held when editing began. */
type Draft = { seen: readonly Role[]; held: RoleSet };
const ownMix = "own";
const same = (one: RoleSet, other: RoleSet) => one.symmetricDifference(other).size === 0;

function Editor({ person }: { person: UserRoles }) {
  const queries = useQueryClient();
  const phone = useMedia(widths.phone);
  const [draft, setDraft] = useState<Draft>();
  const save = useWrite(rolesOfUsers.change, {
    refreshes: ["users"],
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(rolesQuery(person.Id).queryKey, saved);
      setDraft(undefined);
      toast(`The roles of ${person.Name} were saved`);
    },
  });
  const before: RoleSet = new Set(person.UserRoles);
  const held = draft?.held ?? before;
  const mayMove = new Set(person.MayMove);
  const mayEdit = person.MayMove.length > 0;
  const overtaken = draft !== undefined && !same(new Set(draft.seen), before);
  const changed = draft !== undefined && !same(held, before);

  const choose = (next: RoleSet) => {
    save.reset();
    setDraft({ seen: draft?.seen ?? person.UserRoles, held: next });
  };
  const showTheirs = () => {
    save.reset();
    setDraft(undefined);
    void queries.invalidateQueries(rolesQuery(person.Id));
  };
  /** Returns the roles of a type, leaving those the caller may not change as the person holds them. */
  const reachOf = (roles: readonly Role[]) =>
    new Set([...roles.filter((role) => mayMove.has(role)), ...person.UserRoles.filter((role) => !mayMove.has(role))]);
  const type = person.PredefinedTypes.find(({ Roles }) => same(new Set(Roles), held))?.Id ?? ownMix;

  const buttons = mayEdit && (
    <>
      <Button disabled={!draft || save.isPending} onClick={() => setDraft(undefined)}>
        Undo changes
      </Button>
      <Button
        variant="primary"
        busy={save.isPending}
        disabled={!changed || overtaken}
        onClick={() =>
          save.mutate({ params: { userId: person.Id }, body: { Seen: [...draft!.seen], UserRoles: [...held] } })
        }
      >
        Save roles
      </Button>
    </>
  );

  return (
    <>
      <PageHeader
        title={`Roles of ${person.Name}`}
        about={[kindWords[person.Kind], ...(person.CustomerName ? [person.CustomerName] : [])].join(", ")}
        actions={phone ? undefined : buttons}
      />
      <div className="grid gap-6">
        {overtaken || save.error?.code === "conflict" ? (
          <Alert
            type="warning"
            live
            title="Somebody else has changed these roles in the meantime"
            action={
              <Button size="small" onClick={showTheirs}>
                Show their changes
              </Button>
            }
          >
            Your changes were not saved. Review theirs first, then choose again.
          </Alert>
        ) : (
          save.error && (
            <Alert type="danger" live title="The roles were not saved">
              {save.error.message} {save.error.reference && `Reference ${save.error.reference}`}
            </Alert>
          )
        )}
        {!mayEdit && (
          <Alert type="info" title="You can look at these roles, but not change them">
            You cannot change your own roles, or those of somebody who may do more than you.
          </Alert>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Card title="Predefined types" about="Common combinations. Choose one, or make your own below.">
            <RadioGroup
              label="Predefined types"
              quietLabel
              value={type}
              onValue={(next) => {
                const chosen = person.PredefinedTypes.find(({ Id }) => Id === next);
                if (chosen) choose(reachOf(chosen.Roles));
              }}
              choices={[
                ...person.PredefinedTypes.map(({ Id, Name, About, MayGive }) => ({
                  value: Id,
                  label: Name,
                  hint: MayGive || !mayEdit ? About : `${About} It grants more than you hold.`,
                  disabled: !MayGive && Id !== type,
                })),
                {
                  value: ownMix,
                  label: "Custom roles",
                  hint: "Any other combination of roles.",
                  disabled: type !== ownMix,
                },
              ]}
            />
          </Card>
          <RolesSummary person={person} held={held} />
        </div>
        <Card title="Roles" about="Each role opens pages or allows actions. Choose one to move it to the other list.">
          <TransferList
            items={person.RolesList.map(({ Id, Name }) => ({
              id: Id,
              label: Name,
              about: sentence(roleWords[Id]),
              ...(mayMove.has(Id)
                ? {}
                : { locked: mayEdit ? "Only somebody who holds it can move it." : sentence(roleWords[Id]) }),
            }))}
            held={held}
            onMove={(ids, isHeld) => {
              const moved = new Set(ids as Role[]);
              choose(isHeld ? held.union(moved) : held.difference(moved));
            }}
            available={{
              title: "Available roles",
              empty: "They have every role available to them.",
              verb: "Add",
              done: "given",
            }}
            holding={{
              title: "Their roles",
              empty: "They have no roles, so they cannot open anything.",
              verb: "Remove",
              done: "taken",
            }}
          />
        </Card>
      </div>
      {phone && buttons && (
        <div className="sticky bottom-0 -mx-4 mt-4 flex gap-2 border-t border-line bg-canvas px-4 py-3 *:flex-1">
          {buttons}
        </div>
      )}
      <LeaveGuard when={() => changed && !save.isPending} />
    </>
  );
}

const sentence = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}.`;
