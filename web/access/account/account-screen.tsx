import { screens } from "@tradewind/contract/screens.ts";
import { Icon } from "../../ui/icon.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { mayUse, useSession } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { OwnDataCard } from "./own-data-card.tsx";
import { UsageCard } from "./usage-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";

const security = { screen: screens.security, label: "Security" };
/** What a visitor, and people whom a provider let in, find instead of factors: who looks after them, and linked accounts. */
const securityElsewhere = { ...security, about: "Who manages your sign-in, and the accounts linked to it." };
const securityHere = { ...security, about: "Multi-factor authentication, passkeys and recovery codes." };
const password = {
  screen: screens.changeOwnPassword,
  label: "Change password",
  about: "The password you sign in with.",
};
const personal = [
  { screen: screens.sessions, label: "Your sessions", about: "See where you are signed in, and end sessions." },
  { screen: screens.optOut, label: "Communication preferences", about: "Choose which messages you receive." },
];
const ofCompany = [
  {
    screen: screens.whiteLabel,
    label: "White label",
    about: "The theme, accent and logo that your company and its customers see.",
  },
  { screen: screens.display, label: "Display", about: "Show or hide prices and the banner." },
  {
    screen: screens.companyProvider,
    label: "Identity provider",
    about: "Let your people sign in at your company’s own provider.",
  },
  {
    screen: screens.integration,
    label: "PSA integration",
    about: "Connect ConnectWise or Autotask, to match customers and services with it.",
  },
  {
    screen: screens.ipAccess,
    label: "IP access",
    about: "From which addresses your people and programs may come.",
  },
  {
    screen: screens.sessionPolicy,
    label: "Session rules",
    about: "How long your people stay signed in, in how many places at once, and whether by single sign-on only.",
  },
  { screen: screens.apiTokens, label: "API tokens", about: "Keys with which your own programs use the portal." },
  {
    screen: screens.activityLog,
    label: "Activity log",
    about: "Who did what in your company and when, for you and for auditors.",
  },
];

/** Shows what belongs to the person signed in, regardless of company. */
export function AccountScreen() {
  const session = useSession();
  const { User, SignIn, JumpedBy } = session;
  const groups = [
    {
      title: "Your sign-in and messages",
      pages: [
        SignIn.ByProvider || JumpedBy ? securityElsewhere : securityHere,
        ...(SignIn.HasPassword && !JumpedBy ? [password] : []),
        ...personal,
      ],
    },
    { title: "Your company", pages: ofCompany },
  ]
    .map(({ title, pages }) => ({ title, pages: pages.filter(({ screen }) => mayUse(session, screen)) }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="Your account" about={`${User.displayName}, ${User.userName}`} />
      <div className="grid gap-4">
        {groups.map(({ title, pages }) => (
          <Card key={title} title={title} flush>
            <ul className="divide-y divide-line border-t border-line">
              {pages.map(({ screen: { path }, label, about }) => (
                <li
                  key={path}
                  className="relative flex items-center justify-between gap-4 px-5 py-4 last:rounded-b-card hover:bg-canvas max-md:px-4"
                >
                  <div className="grid gap-0.5">
                    <TextLink to={path}>
                      <span className="font-medium after:absolute after:inset-0">{label}</span>
                    </TextLink>
                    <p className="text-sm text-muted">{about}</p>
                  </div>
                  <Icon name="chevronRight" className="text-muted" />
                </li>
              ))}
            </ul>
          </Card>
        ))}
        <AppearanceCard />
        <UsageCard />
        {!JumpedBy && <OwnDataCard />}
      </div>
    </div>
  );
}
