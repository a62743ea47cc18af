import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../access/users/users.queries.ts";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { useCrumb } from "../crumb.ts";
import { customerAddress } from "../customer-context.ts";
import { TextLink } from "../link-render.tsx";
import { QueryError } from "../query-error.tsx";
import { UserState } from "./user-state.tsx";
import { kindWords } from "./user-words.ts";

/** Frames the page of one person: name and state, and what `children` says of them. */
export function UserPage({
  query: { data: user, error, refetch },
  children,
}: {
  query: UseQueryResult<User>;
  children: (user: User) => ReactNode;
}) {
  useCrumb(user?.Name);
  if (error && !user) return <QueryError page error={error} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title={user?.Name ?? <Skeleton className="h-7 w-64" />}
        about={user ? <UserState user={user} /> : <Skeleton className="w-20" />}
      />
      {user ? <div className="grid gap-4">{children(user)}</div> : <Skeleton className="h-64" />}
    </div>
  );
}

export const factsOf = (user: User): { label: string; value: ReactNode }[] => [
  { label: "Username", value: user.UserName ?? "None: they do not sign in" },
  { label: "Email", value: user.Email },
  ...(user.Telephone ? [{ label: "Telephone", value: user.Telephone }] : []),
  { label: "Kind", value: kindWords[user.Kind] },
  ...(user.JobTitle ? [{ label: "Job title", value: user.JobTitle }] : []),
  ...(user.CustomerId
    ? [{ label: "Customer", value: <TextLink to={customerAddress(user.CustomerId)}>{user.CustomerName}</TextLink> }]
    : []),
];
