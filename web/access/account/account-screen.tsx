import { Icon } from "../../ui/icon.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { useSession } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { UsageCard } from "./usage-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";

const pages = [
  {
    to: "/account-setting/security",
    label: "Security",
    about: "The second factor that is asked for beside your password, and recovery codes.",
  },
  { to: "/account-setting/change-password", label: "Change password", about: "The password you sign in with." },
  { to: "/account-setting/sessions", label: "Your sessions", about: "Where you are signed in, and how to end it." },
  { to: "/opt-out", label: "Communication preferences", about: "Which messages reach you, and which do not." },
] as const;

const settingsPages = [
  {
    to: "/account-setting/whitelabelling",
    label: "White label",
    about: "The theme, accent and logo that your company and its customers see.",
  },
  { to: "/account-setting/display", label: "Display", about: "Whether your people see prices, and the banner." },
] as const;

/** What belongs to the person signed in, whatever their company. */
export function AccountScreen() {
  const { User, rights } = useSession();
  const staff = User.Kind === "reseller" || User.Kind === "engineer";
  const shown = staff && rights.has("settings") ? [...pages, ...settingsPages] : pages;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="Your account" about={`${User.displayName}, ${User.userName}`} />
      <div className="grid gap-4">
        <Card flush>
          <ul className="divide-y divide-line">
            {shown.map(({ to, label, about }) => (
              <li
                key={to}
                className="relative flex items-center justify-between gap-4 px-5 py-4 first:rounded-t-card last:rounded-b-card hover:bg-canvas"
              >
                <div className="grid gap-0.5">
                  <TextLink to={to}>
                    <span className="font-medium after:absolute after:inset-0">{label}</span>
                  </TextLink>
                  <p className="text-sm text-muted">{about}</p>
                </div>
                <Icon name="chevronRight" className="text-muted" />
              </li>
            ))}
          </ul>
        </Card>
        <AppearanceCard />
        <UsageCard />
      </div>
    </div>
  );
}
