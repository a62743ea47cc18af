import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { RestrictionLinks } from "../../shared/users/restriction-links.tsx";
import { menuOf, type Doing } from "../../shared/users/user-actions.ts";
import { kindWords, rolesAddress } from "../../shared/users/user-words.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { rolesQuery } from "../roles/roles.queries.ts";
import { userQuery, type User } from "./users.queries.ts";
import { useParamsOf } from "../../shared/screen-address.ts";

const Dialogs = lazy(async () => ({ default: (await import("../../shared/users/user-dialogs.tsx")).UserDialogs }));

/** Shows one person of the company: how they sign in, and the actions on them. */
export function UserScreen() {
  const { userId } = useParamsOf(screens.user);
  const { data: user, error, refetch } = useQuery(userQuery(userId));
  const [doing, setDoing] = useState<Doing>();
  useCrumb(user?.Name);
  if (error && !user) return <QueryError page error={error} onRetry={() => void refetch()} />;
  const actions = user ? menuOf(user, setDoing).filter(({ href }) => !href) : [];
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title={user?.Name ?? <Skeleton className="h-7 w-64" />}
        about={
          user ? (
            <StatusDot tone={user.State === "Active" ? "success" : "warning"}>{user.State}</StatusDot>
          ) : (
            <Skeleton className="w-20" />
          )
        }
      />
      {user ? (
        <div className="grid gap-4">
          <Card title="Person">
            <Person user={user} />
          </Card>
          <Card title="Roles">
            <Roles user={user} />
          </Card>
          <RestrictionLinks user={user} />
          <Card title="Signing in">
            <div className="grid gap-6">
              <SigningIn user={user} />
              {actions.length > 0 ? (
                <div className="flex flex-wrap gap-2 max-md:*:w-full">
                  {actions.map(({ label, icon, danger, onSelect }) => (
                    <Button key={label} icon={icon} variant={danger ? "outlineDanger" : "secondary"} onClick={onSelect}>
                      {label}
                    </Button>
                  ))}
                </div>
              ) : (
                <p className="text-muted">
                  {user.IsSelf ? (
                    <>
                      This is you. Manage your own sign-in under{" "}
                      <TextLink to={screens.account.path}>Your account</TextLink>.
                    </>
                  ) : (
                    "Your role does not let you change how this person signs in."
                  )}
                </p>
              )}
            </div>
          </Card>
        </div>
      ) : (
        <Skeleton className="h-64" />
      )}
      {doing && (
        <Suspense fallback={null}>
          <Dialogs doing={doing} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
    </div>
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

const Person = ({ user }: { user: User }) => (
  <Facts
    facts={[
      { label: "Username", value: user.UserName },
      { label: "Email", value: user.Email },
      { label: "Kind", value: kindWords[user.Kind] },
      ...(user.JobTitle ? [{ label: "Job title", value: user.JobTitle }] : []),
      ...(user.CustomerId
        ? [
            {
              label: "Customer",
              value: <TextLink to={customerAddress(user.CustomerId)}>{user.CustomerName}</TextLink>,
            },
          ]
        : []),
    ]}
  />
);

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
