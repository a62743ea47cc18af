import type { UserAction } from "@tradewind/domain/access/users.ts";
import type { User } from "../../access/users/users.queries.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { rolesAddress } from "./user-words.ts";

/** Actions that have a page instead of a dialog. */
type PageAction = "editRoles";
/** An action on a person; its dialog asks for confirmation. */
export type Doing = { action: Exclude<UserAction, PageAction>; user: User };

const looks: Record<UserAction, { label: string; icon: IconName; danger?: boolean }> = {
  invite: { label: "Invite to sign in", icon: "external" },
  editRoles: { label: "Edit roles", icon: "settings" },
  mailReset: { label: "Send a password reset email", icon: "external" },
  requireReset: { label: "Require a new password", icon: "refresh" },
  givePassword: { label: "Generate a password", icon: "edit" },
  askProvider: { label: "Ask to renew the password", icon: "external" },
  verifyCode: { label: "Verify a code", icon: "checkCircle" },
  resetMfa: { label: "Reset multi-factor authentication", icon: "refresh" },
  endSessions: { label: "End all sessions", icon: "logout" },
  suspend: { label: "Suspend", icon: "pause", danger: true },
  reactivate: { label: "Reactivate", icon: "refresh" },
  exportData: { label: "Export data", icon: "download" },
  remove: { label: "Delete", icon: "trash", danger: true },
  erase: { label: "Erase", icon: "trash", danger: true },
};

/** Returns the menu of a person: the actions the server allows the caller. */
export const menuOf = (user: User, onDo: (doing: Doing) => void): MenuItem[] =>
  user.May.map((action) => ({
    ...looks[action],
    ...(action === "editRoles" ? { href: rolesAddress(user.Id) } : { onSelect: () => onDo({ action, user }) }),
  }));
