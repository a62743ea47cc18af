import { accentProperties, accentShades, type Scheme } from "@tradewind/domain/portal/accent.ts";
import { useState, type CSSProperties, type ReactNode } from "react";
import { Logo } from "../../shared/logo.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Card } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Look } from "./label-draft.ts";

const schemes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

type Props = { look: Look; accent: string; company: string };

/** Previews the branding of portal and mails before it is saved. Nothing in it can be pressed. */
export function LabelPreview({ look, accent, company }: Props) {
  const [chosen, setChosen] = useState<Scheme>();
  const scheme = chosen ?? (look.theme === "dark" ? "dark" : "light");
  const style = { colorScheme: scheme, ...accentProperties(accent) } as CSSProperties;
  return (
    <Card
      title="Preview"
      actions={<Segmented label="Preview in" quietLabel choices={schemes} value={scheme} onValue={setChosen} />}
    >
      <div role="group" aria-label="Preview" inert className="grid gap-4" style={style}>
        <div className="overflow-hidden rounded-card border border-line bg-canvas text-ink">
          <div className="flex h-14 items-center gap-4 border-b border-line bg-surface px-4">
            <Logo url={look.desktop} mobile={look.mobile} name={look.desktop ? company : undefined} />
            <span className="rounded-control bg-sunken px-3 py-1 font-medium max-md:hidden">Customers</span>
            <span className="ml-auto text-muted max-md:hidden">My Account</span>
          </div>
          <div className="grid gap-4 p-4">
            <div className="flex flex-wrap gap-2">
              <span className={buttonClass("primary")}>Add customer</span>
              <span className={buttonClass("secondary")}>Export</span>
              <span className={buttonClass("link")}>All invoices</span>
            </div>
            <Rows />
            <Popup />
          </div>
        </div>
        <MailSheet look={look} accent={accent} company={company} />
      </div>
    </Card>
  );
}

const Rows = () => (
  <div className="overflow-hidden rounded-card border border-line bg-surface">
    <Row name="First customer" chosen>
      <StatusDot tone="success">Active</StatusDot>
    </Row>
    <Row name="Second customer">
      <StatusDot tone="warning" moving>
        Activating
      </StatusDot>
    </Row>
  </div>
);

const Row = ({ name, chosen, children }: { name: string; chosen?: boolean; children: ReactNode }) => (
  <div
    className={`flex h-11 items-center justify-between gap-3 border-b border-line px-4 last:border-0 ${chosen ? "bg-accent-soft" : ""}`}
  >
    <span className="truncate font-medium text-accent-text">{name}</span>
    {children}
  </div>
);

const Popup = () => (
  <div className="ml-auto grid w-full max-w-80 gap-3 rounded-card bg-raised p-4 shadow-float">
    <p className="text-md font-semibold">Suspend customer</p>
    <p className="text-muted">Its services stop at their vendors.</p>
    <div className="flex justify-end gap-2">
      <span className={buttonClass("secondary", "small")}>Cancel</span>
      <span className={buttonClass("primary", "small")}>Suspend</span>
    </div>
  </div>
);

/** Previews a mail: always light, with the name if there is no logo. */
function MailSheet({ look, accent, company }: Props) {
  const { accent: fill, on, text } = accentShades(accent, "light");
  return (
    <div style={{ colorScheme: "light" }} className="grid gap-3 rounded-card border border-line bg-canvas p-4 text-ink">
      <p className="text-sm text-muted">An email</p>
      <div className="grid justify-items-start gap-3 rounded-card bg-surface p-4">
        {look.desktop ? (
          <img src={look.desktop} alt={company} className="max-h-[48px] max-w-[163px]" />
        ) : (
          <p className="font-semibold" style={{ color: text }}>
            Tradewind
          </p>
        )}
        <p>A new password was requested for your account. Follow this link to choose it.</p>
        <span className="rounded-control px-4 py-2 font-medium" style={{ background: fill, color: on }}>
          Choose a new password
        </span>
      </div>
    </div>
  );
}
