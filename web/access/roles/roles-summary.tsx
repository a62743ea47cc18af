import { isView, type Role, type RoleSet } from "@tradewind/domain/access/roles.ts";
import { Card } from "../../ui/page.tsx";
import { Alert } from "../../ui/alert.tsx";
import { landingWords, named, roleWords } from "./role-words.ts";
import type { UserRoles } from "./roles.queries.ts";

type Props = { person: UserRoles; held: RoleSet };

/** Says in plain words what somebody with these roles can open and do, where they land, and what changes for them. */
export function RolesSummary({ person, held }: Props) {
  const lands = landingWords(person, held);
  const opens = [...held].filter(isView);
  const does = [...held].filter((role) => !isView(role));
  const before = new Set(person.UserRoles);
  const given = named(held.difference(before));
  const taken = named(before.difference(held));
  return (
    <Card title={`What ${person.Name} can do`}>
      <div className="grid gap-4">
        {lands ? (
          <p>
            After signing in they land on <span className="font-medium">{lands}</span>.
          </p>
        ) : (
          <Alert type="warning" title="They would have no start page">
            {opens.length === 0
              ? "Without a page they only see that they have no access."
              : "None of these pages can be a start page. Give them the dashboard, customers or services as well."}
          </Alert>
        )}
        <Words title="They can open" words={opens.length > 0 ? named(opens) : "No page"} />
        <div className="grid gap-1">
          <h3 className="text-sm text-muted">They can</h3>
          {does.length > 0 ? (
            <ul className="grid list-disc gap-1 pl-5">
              {does.map((role: Role) => (
                <li key={role}>{roleWords[role]}</li>
              ))}
            </ul>
          ) : (
            <p>only view</p>
          )}
        </div>
        {(given || taken) && (
          <div className="grid gap-2 border-t border-line pt-4">
            {given && <Words title="Added when you save" words={given} />}
            {taken && <Words title="Removed when you save" words={taken} />}
          </div>
        )}
      </div>
    </Card>
  );
}

const Words = ({ title, words }: { title: string; words: string }) => (
  <div className="grid gap-1">
    <h3 className="text-sm text-muted">{title}</h3>
    <p>{words}</p>
  </div>
);
