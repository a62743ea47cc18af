import type { User } from "../../access/users/users.queries.ts";
import { StatusDot } from "../../ui/status.tsx";

/** Says whether somebody can sign in. */
export const UserState = ({ user: { State, UserName } }: { user: User }) =>
  UserName === null ? (
    <StatusDot tone="disabled">No sign-in</StatusDot>
  ) : (
    <StatusDot tone={State === "Active" ? "success" : "warning"}>{State}</StatusDot>
  );
