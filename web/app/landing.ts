import { cloudDefaultPath, landingPath } from "@tradewind/domain/access/landing.ts";
import { viewOfNumber } from "@tradewind/domain/values/permissions.ts";
import type { Session } from "../platform/session.ts";

/** The page the empty address leads to. */
export function landingOf({ Permissions, User }: Pick<Session, "Permissions" | "User">): string {
  // The operator's own people have no reseller and none of its views: their day begins at the work queue.
  if (User.Kind === "admin") return "/operator/work";
  const views = new Set(Permissions.usersPermissions.views.map(viewOfNumber).filter((view) => view !== undefined));
  const lander = { kind: User.Kind, views, customerId: User.endUserAdminId };
  return cloudDefaultPath(lander) ?? landingPath(lander);
}
