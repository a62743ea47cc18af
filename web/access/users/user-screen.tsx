import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { RestrictionLinks } from "../../shared/users/restriction-links.tsx";
import { menuOf, type Doing } from "../../shared/users/user-actions.ts";
import { factsOf, UserPage } from "../../shared/users/user-page.tsx";
import { kindWords, rolesAddress } from "../../shared/users/user-words.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { rolesQuery } from "../roles/roles.queries.ts";
import { userQuery, type User } from "./users.queries.ts";
import { useParamsOf } from "../../shared/screen-address.ts";

const Dialogs = lazy(async () => ({ default: (await import("../../shared/users/user-dialogs.tsx")).UserDialogs }));

/** Shows one person of the company: how they sign in, and the actions on them. */
export function UserScreen() {
  const { userId } = useParamsOf(screens.user);
  const query = useQuery(userQuery(userId));
  const [doing, setDoing] = useState<Doing>();
  return (
    <>
      <UserPage query={query}>
        {(user) => (
          <>
            <Card title="Person">
              <Facts facts={factsOf(user)} />
            </Card>
            <Card title="Roles">
              <Roles user={user} />
            </Card>
            <RestrictionLinks user={user} />
            <Card title="Signing in">
              <div className="grid gap-6">
                {user.UserName === null ? (
                  <p className="text-muted">They were added without an invitation, and do not sign in.</p>
                ) : (
                  <SigningIn user={user} />
                )}
                <Actions user={user} onDo={setDoing} />
              </div>
            </Card>
          </>
        )}
      </UserPage>
      {doing && (
        <Suspense fallback={null}>
          <Dialogs doing={doing} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Actions({ user, onDo }: { user: User; onDo: (doing: Doing) => void }) {
  const actions = menuOf(user, onDo).filter(({ href }) => !href);
  if (actions.length > 0)
    return (
      <div className="flex flex-wrap gap-2 max-md:*:w-full">
        {actions.map(({ label, icon, danger, onSelect }) => (
          <Button key={label} icon={icon} variant={danger ? "outlineDanger" : "secondary"} onClick={onSelect}>
            {label}
          </Button>
        ))}
      </div>
    );
  return (
    <p className="text-muted">
      {user.IsSelf ? (
        <>
          This is you. Manage your own sign-in under <TextLink to={screens.account.path}>Your account</TextLink>.
        </>
      ) : (
        "Your role does not let you change how this person signs in."
      )}
    </p>
  );
}

function Roles({ user }: { user: User }) {
  const { data } = useQuery(rolesQuery(user.Id));
  const type = data?.PredefinedTypes.find(({ Id }) => Id === data.Type);
  return (
    <div className="grid justify-items-start gap-1">
      {data ? (
        <p>
          {type ? type.Name : "Custom roles"}
          <span className="text-muted">
            {" "}
            · {type ? type.About : `${data.UserRoles.length} of ${data.RolesList.length} roles`}
          </span>
        </p>
      ) : (
        <p className="text-muted">What they can see and do.</p>
      )}
      <TextLink to={rolesAddress(user.Id)}>{user.May.includes("editRoles") ? "Edit roles" : "View roles"}</TextLink>
    </div>
  );
}

const passwordOf = ({ HasPassword, MustReset }: User): string =>
  HasPassword
    ? MustReset
      ? "Must be changed at the next sign-in"
      : "Set"
    : "Managed by their organisation’s provider";

const SigningIn = ({ user }: { user: User }) => (
  <Facts
    facts={[
      { label: "Last signed in", value: user.LastSignedIn ? formatDateTime(user.LastSignedIn) : "Never" },
      { label: "Password", value: passwordOf(user) },
      {
        label: "Multi-factor authentication",
        value: (
          <StatusDot tone={user.MfaOn ? "success" : user.MfaRequired ? "warning" : "disabled"}>
            {user.MfaOn ? "On" : user.MfaRequired ? "Required at the next sign-in" : "Off"}
          </StatusDot>
        ),
      },
    ]}
  />
);

export function MyProfileScreen() {
  const { User, Reseller } = useSession();
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="My profile" about={User.displayName} />
      <Card>
        <div className="grid gap-6 pt-2">
          <Facts
            facts={[
              { label: "Name", value: User.displayName },
              { label: "Username", value: User.userName },
              { label: "Email", value: User.emailAddress },
              ...(User.Kind === "admin" ? [] : [{ label: "Kind", value: kindWords[User.Kind] }]),
              ...(Reseller ? [{ label: "Company", value: Reseller.Name }] : []),
            ]}
          />
          <p className="text-muted">
            Manage your password, second factor and sessions under{" "}
            <TextLink to={screens.account.path}>Your account</TextLink>.
          </p>
        </div>
      </Card>
    </div>
  );
}
