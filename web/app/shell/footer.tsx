import { footerGroups, type FooterGroup, type PolicyId } from "@tradewind/domain/portal/footer.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from "react";
import { Segmented } from "../../ui/choice.tsx";
import { footerQuery, type FooterButton } from "../../portal/footer/footer.queries.ts";
import { appLink } from "../../shared/link-render.tsx";
import { applyScheme, chooseScheme, chosenScheme, schemeChosen, type SchemeChoice } from "../../platform/theme.ts";

const FooterPolicy = lazy(async () => ({
  default: (await import("../../portal/footer/footer-policy.tsx")).FooterPolicy,
}));

const choices = [
  { value: "default", label: "Auto" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const titles: Readonly<Record<FooterGroup, string>> = {
  social: "Follow us",
  legal: "Legal",
  company: "Company",
  terms: "Terms",
};

/** Returns the scheme chosen on this page or in another window of this browser. */
function useScheme(partner: SchemeChoice): SchemeChoice {
  const watch = useCallback(
    (tell: () => void) => {
      const elsewhere = () => {
        applyScheme(partner);
        tell();
      };
      addEventListener(schemeChosen, tell);
      addEventListener("storage", elsewhere);
      return () => {
        removeEventListener(schemeChosen, tell);
        removeEventListener("storage", elsewhere);
      };
    },
    [partner],
  );
  return useSyncExternalStore(watch, chosenScheme);
}

/** Shows the footer that the operator wrote. The page works without it, so a failure is not shown. */
export function Footer({ partner }: { partner: SchemeChoice }) {
  const scheme = useScheme(partner);
  const [policy, setPolicy] = useState<PolicyId>();
  const { data = [] } = useQuery(footerQuery);
  const groups = footerGroups
    .map((group) => ({ group, lines: data.filter(({ Group }) => Group === group) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <>
      <footer className="border-t border-line bg-surface text-sm text-muted print:hidden">
        <div className="mx-auto grid w-full max-w-[1440px] gap-6 px-4 py-6 md:px-6">
          <div className="grid min-h-32 content-start gap-x-8 gap-y-5 max-md:min-h-80 md:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr_1fr]">
            {groups.map(({ group, lines }) => (
              <section key={group} aria-label={titles[group]} className="grid content-start gap-1">
                <h2 className="text-sm font-medium text-ink">{titles[group]}</h2>
                <ul className="grid">
                  {lines.map((line) => (
                    <li key={line.Label} className="flex min-h-7 items-center max-md:min-h-9">
                      <Line line={line} onPolicy={setPolicy} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <div className="flex justify-end">
            <Segmented
              label="Colour scheme"
              quietLabel
              choices={choices}
              value={scheme}
              onValue={(choice) => chooseScheme(choice, partner)}
            />
          </div>
        </div>
      </footer>
      <Suspense>{policy && <FooterPolicy policyId={policy} onClose={() => setPolicy(undefined)} />}</Suspense>
    </>
  );
}

const linkClass = "rounded-control py-0.5 text-left underline-offset-4 hover:text-ink hover:underline";

function Line({ line, onPolicy }: { line: FooterButton; onPolicy: (policy: PolicyId) => void }) {
  const { Label, Link, Policy } = line;
  if (Link !== null) return appLink({ href: Link, className: linkClass, onClick: () => {}, children: Label });
  if (Policy === null) return <span className="wrap-anywhere">{Label}</span>;
  return (
    <button type="button" className={linkClass} onClick={() => onPolicy(Policy)}>
      {Label}
    </button>
  );
}
