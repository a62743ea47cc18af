import { footer } from "@tradewind/contract/portal/footer.ts";
import { footerGroups, policyIds, type FooterGroup, type PolicyId } from "@tradewind/domain/portal/footer.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { footerQuery, type FooterButton } from "./footer.queries.ts";

const groupNames: Readonly<Record<FooterGroup, string>> = {
  social: "Social links",
  legal: "Legal links",
  company: "Company details",
  terms: "Terms",
};
const policyNames: Readonly<Record<PolicyId, string>> = {
  privacy: "Privacy policy",
  cookies: "Cookies policy",
  terms: "Terms and conditions",
  dataProtection: "Data protection statement",
};
const targets = [
  { value: "", label: "Nothing" },
  { value: "link", label: "A page" },
  ...policyIds.map((id) => ({ value: id, label: policyNames[id] })),
];

type Draft = FooterButton & { key: number };

/** Edits the footer shown below every page. */
export function FooterScreen() {
  const { data, error, refetch } = useQuery(footerQuery);
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      {data ? (
        <FooterForm buttons={data} />
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function FooterForm({ buttons }: { buttons: readonly FooterButton[] }) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(buttons.map((button, key) => ({ ...button, key })));
  const [next, setNext] = useState(buttons.length);
  const [changed, setChanged] = useState(false);
  const save = useWrite(footer.change, {
    refreshes: ["footer"],
    shown: true,
    onDone: () => {
      setChanged(false);
      toast("The footer was saved");
    },
  });
  const change = (changedTo: readonly Draft[]) => {
    save.reset();
    setChanged(true);
    setDrafts(changedTo);
  };
  const set = (key: number, part: Partial<FooterButton>) =>
    change(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));
  const add = (Group: FooterGroup) => {
    change([...drafts, { Group, Label: "", Link: null, Policy: null, key: next }]);
    setNext(next + 1);
  };
  const { message, fields = {} } = save.error ?? {};
  /** The server names a line by its place among all. */
  const faultOf = (draft: Draft, field: "Label" | "Link") => fields[`Items.${drafts.indexOf(draft)}.${field}`];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { Items: drafts.map(({ key: _, ...button }) => button) } });
      }}
    >
      <PageHeader
        title="Footer"
        about="What appears below every page. The company details appear on the sign-in pages too."
        actions={
          <Button variant="primary" type="submit" busy={save.isPending}>
            Save footer
          </Button>
        }
      />
      <div className="grid gap-4">
        {message && (
          <Alert type="danger" live title="The footer was not saved">
            {message}
          </Alert>
        )}
        {footerGroups.map((group) => (
          <Card
            key={group}
            title={groupNames[group]}
            actions={
              <Button size="small" icon="add" onClick={() => add(group)}>
                Add line
              </Button>
            }
          >
            <ul className="grid gap-4">
              {drafts
                .filter(({ Group }) => Group === group)
                .map((draft) => (
                  <Line
                    key={draft.key}
                    draft={draft}
                    isNew={draft.key >= buttons.length}
                    faults={{ Label: faultOf(draft, "Label"), Link: faultOf(draft, "Link") }}
                    onChange={(part) => set(draft.key, part)}
                    onRemove={() => change(drafts.filter(({ key }) => key !== draft.key))}
                  />
                ))}
            </ul>
          </Card>
        ))}
      </div>
      <LeaveGuard when={() => changed && !save.isPending} />
    </form>
  );
}

type LineProps = {
  draft: Draft;
  isNew: boolean;
  faults: { Label?: string; Link?: string };
  onChange: (part: Partial<FooterButton>) => void;
  onRemove: () => void;
};

function Line({ draft: { Label, Link, Policy }, isNew, faults, onChange, onRemove }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-3 border-b border-line pb-4 last:border-0 last:pb-0 md:grid-cols-[1fr_220px_auto]">
      <TextField
        label="Text"
        value={Label}
        error={faults.Label}
        autoFocus={isNew}
        onChange={({ target }) => onChange({ Label: target.value })}
      />
      <Select
        label="Opens"
        className="max-md:order-1 max-md:col-span-2"
        choices={targets}
        value={Link !== null ? "link" : (Policy ?? "")}
        onChange={({ target: { value } }) =>
          onChange({
            Link: value === "link" ? (Link ?? "https://") : null,
            Policy: policyIds.find((id) => id === value) ?? null,
          })
        }
      />
      <IconButton icon="trash" label={`Remove ${Label || "line"}`} className="mt-6" onClick={onRemove} />
      {Link !== null && (
        <TextField
          label="Address"
          className="max-md:order-2 max-md:col-span-2"
          value={Link}
          error={faults.Link}
          onChange={({ target }) => onChange({ Link: target.value })}
        />
      )}
    </li>
  );
}
