import type { UserAction } from "@tradewind/domain/access/users.ts";
import type { User } from "../../access/users/users.queries.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { rolesAddress } from "./user-words.ts";

/** What has a page of its own instead of a dialog. */
type PageAction = "editRoles";
/** What is to be done for somebody; its dialog asks first. */
export type Doing = { action: Exclude<UserAction, PageAction>; user: User };

const looks: Record<UserAction, { label: string; icon: IconName; danger?: boolean }> = {
  editRoles: { label: "Edit roles", icon: "settings" },
  mailReset: { label: "Send a reset mail", icon: "external" },
  requireReset: { label: "Require a new password", icon: "refresh" },
  givePassword: { label: "Generate a password", icon: "edit" },
  askProvider: { label: "Ask to renew the password", icon: "external" },
  verifyCode: { label: "Verify a code", icon: "checkCircle" },
  resetMfa: { label: "Reset multi-factor authentication", icon: "refresh" },
  endSessions: { label: "End all sessions", icon: "logout" },
  suspend: { label: "Suspend", icon: "pause", danger: true },
  reactivate: { label: "Reactivate", icon: "refresh" },
};

/** The menu of somebody: what the server says the caller may do for them. */
export const menuOf = (user: User, onDo: (doing: Doing) => void): MenuItem[] =>
  user.May.map((action) => ({
    ...looks[action],
    ...(action === "editRoles" ? { href: rolesAddress(user.Id) } : { onSelect: () => onDo({ action, user }) }),
  }));
