import { isAccent } from "@tradewind/domain/portal/accent.ts";
import { defaultAccent } from "@tradewind/domain/portal/white-label.ts";
import type { Theme } from "@tradewind/domain/portal/white-label.ts";
import { whiteLabel, type WhiteLabelAnswer } from "@tradewind/contract/portal/white-label.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccentField } from "./accent-field.tsx";
import { bodyOf, lookOf, shownAccent, type LabelDraft } from "./label-draft.ts";
import { LabelPreview } from "./label-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { whiteLabelQuery } from "./white-label.queries.ts";

const about = "How the portal, its emails and its documents look to you and your customers";
const themes: readonly { value: Theme; label: string; hint: string }[] = [
  { value: "default", label: "Default", hint: "As each person’s own device is set" },
  { value: "light", label: "Light", hint: "For everybody who has not chosen a theme" },
  { value: "dark", label: "Dark", hint: "For everybody who has not chosen a theme" },
];

/** Sets a reseller's theme, accent and logo. */
export function WhiteLabelScreen() {
  const { data, error, refetch } = useQuery(whiteLabelQuery);
  if (data && !data.IsSwitchedOff) return <LabelSettings label={data} />;
  return (
    <>
      <PageHeader title="White label" about={about} />
      {data ? (
        <Alert type="info" title="Your own look is switched off">
          The marketplace currently does not show partners’ own looks to their staff, so you cannot change it here. Your
          customers still see what you saved.
        </Alert>
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-6 xl:grid-cols-2">
          <Skeleton className="h-[640px] w-full" />
          <Skeleton className="h-[640px] w-full max-xl:hidden" />
        </div>
      )}
    </>
  );
}

function LabelSettings({ label }: { label: WhiteLabelAnswer }) {
  const queries = useQueryClient();
  const { Reseller } = useSession();
  const [draft, setDraft] = useState<LabelDraft>();
  const save = useWrite(whiteLabel.change, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(whiteLabelQuery.queryKey, saved);
      setDraft(undefined);
      toast("White label saved");
    },
  });
  const look = lookOf(label, draft);
  const accent = shownAccent(look, label);
  const choose = (change: Omit<LabelDraft, "version">) => {
    save.reset();
    setDraft((before) => ({ version: label.Version, ...before, ...change }));
  };
  const showTheirs = () => {
    save.reset();
    setDraft(undefined);
    void queries.invalidateQueries(whiteLabelQuery);
  };
  const isPlain = look.theme === "default" && look.accent.toLowerCase() === defaultAccent && look.desktop === null;
  const fields = save.error?.fields ?? {};
  return (
    <>
      <PageHeader
        title="White label"
        about={about}
        actions={
          <>
            <Button
              icon="refresh"
              disabled={isPlain || save.isPending}
              onClick={() => choose({ theme: "default", accent: defaultAccent, desktop: null, mobile: null })}
            >
              Reset to default
            </Button>
            <Button
              variant="primary"
              busy={save.isPending}
              disabled={!draft || !isAccent(look.accent)}
              onClick={() => draft && save.mutate({ body: bodyOf(label, draft) })}
            >
              Save changes
            </Button>
          </>
        }
      />
      <Notices label={label} draft={draft} fault={save.error} onTheirs={showTheirs} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card>
          <div className="grid gap-8">
            <RadioGroup
              label="Theme"
              choices={themes}
              value={look.theme}
              onValue={(theme) => choose({ theme })}
              disabled={save.isPending}
            />
            <AccentField
              value={look.accent}
              shown={accent}
              error={isAccent(look.accent) ? undefined : "Enter a colour such as #3a53d0"}
              onValue={(value) => choose({ accent: value })}
            />
            <LogoField
              label="Logo"
              about="PNG or SVG, up to 200 kB. It is shown at 163 by 48 at most; a larger one is fitted."
              picture={look.desktop}
              error={fields["DesktopImage"]}
              removal="Remove"
              onPicture={(desktop) => choose(desktop === null ? { desktop, mobile: null } : { desktop })}
            />
            <LogoField
              label="Logo on phones"
              about={look.desktop ? "Without one, phones show the logo above." : "Choose the logo above first."}
              picture={look.mobile}
              error={fields["MobileImage"]}
              removal="Use the logo above"
              disabled={look.desktop === null}
              onPicture={(mobile) => choose({ mobile })}
            />
            {label.Hosts.length > 0 && (
              <p className="text-sm text-muted">
                Anybody who comes by {label.Hosts.join(", ")} sees this look before signing in.
              </p>
            )}
          </div>
        </Card>
        <LabelPreview look={look} accent={accent} company={Reseller?.Name ?? ""} />
      </div>
      <LeaveGuard when={() => draft !== undefined && !save.isPending} />
    </>
  );
}

type NoticesProps = {
  label: WhiteLabelAnswer;
  draft: LabelDraft | undefined;
  fault: ReturnType<typeof useWrite<typeof whiteLabel.change>>["error"];
  onTheirs: () => void;
};

/** Shows above the form why a draft cannot be saved. */
function Notices({ label, draft, fault, onTheirs }: NoticesProps) {
  const overtaken = (draft !== undefined && draft.version !== label.Version) || fault?.code === "conflict";
  if (!overtaken && !fault) return null;
  return (
    <div className="mb-6">
      {overtaken ? (
        <Alert
          type="warning"
          live
          title="Somebody else has changed the white label in the meantime"
          action={
            <Button size="small" onClick={onTheirs}>
              Show their changes
            </Button>
          }
        >
          Your changes were not saved. Review theirs first, then choose again.
        </Alert>
      ) : (
        <Alert type="danger" live title="The white label was not saved">
          {fault!.message} {fault!.reference && `Reference ${fault!.reference}`}
        </Alert>
      )}
    </div>
  );
}
