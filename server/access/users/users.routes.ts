import { users, type User } from "@tradewind/contract/access/users.ts";
import { actionsFor } from "@tradewind/domain/access/users.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { strengthOf } from "../people/reach.reads.ts";
import { setPortals } from "./portal-access.actions.ts";
import { endSessions, inviteUser, reactivate, requireNewPassword, suspend, verifyCode } from "./users.actions.ts";
import { listUsers, pageSize } from "./users.store.ts";
import { findUser, type UserRow } from "../people/members.store.ts";

function toUser(actor: TenantActor, row: UserRow): User {
  const isSelf = row.person_id === actor.personId;
  const standing = {
    active: row.status === "Active",
    signsIn: row.signs_in,
    hasPassword: row.has_password,
    mfaOn: row.mfa_on,
    hasApp: row.has_app,
    mustReset: row.reset_required,
  };
  return {
    Id: row.id,
    Name: row.name,
    UserName: row.signs_in ? row.user_name : null,
    Email: row.email,
    Telephone: row.telephone,
    JobTitle: row.job_title,
    Kind: row.kind,
    CustomerId: row.customer_id,
    CustomerName: row.customer_name,
    LastSignedIn: row.last_signed_in_at?.toISOString() ?? null,
    MfaOn: row.mfa_on,
    MfaRequired: row.mfa_required,
    HasPassword: row.has_password,
    MustReset: row.reset_required,
    State: standing.active && row.login_status === "Active" ? "Active" : "Suspended",
    IsSelf: isSelf,
    Portals: row.portals,
    // Only the operator can lift its own suspension of a login.
    May:
      row.login_status === "Active"
        ? actionsFor(actor, { kind: row.kind, customerId: row.customer_id, isSelf, ...strengthOf(row), ...standing })
        : [],
  };
}

/** People are read as the sign-in database role, always within the caller's reseller and customer. */
export const usersRoutes = [
  answer(users.list, async ({ db, actor }, { query }) => {
    if (query.CustomerId !== undefined) orNotFound(await findCustomer(db, actor, query.CustomerId));
    const customerId = query.CustomerId ?? actor.customerId;
    const rows = await listUsers(
      db,
      { ...actor, customerId },
      {
        ofCustomers: customerId !== null || query.Of === "customers",
        search: query.Search,
        sort: query.Sort,
        after: readCursor(query.After, ["value", "id"]),
      },
    );
    const { page, next } = pageOf(rows, pageSize, (last) => ({
      value: query.Sort.endsWith("name") ? last.name : (last.last_signed_in_at?.toISOString() ?? "-infinity"),
      id: last.id,
    }));
    return { Items: page.map((row) => toUser(actor, row)), Next: next };
  }),
  answer(users.byId, async ({ db, actor }, { params }) =>
    toUser(actor, orNotFound(await findUser(db, actor, params.userId))),
  ),
  answer(users.invite, async (doing, { params }) => (await inviteUser(doing, params.userId)) ?? {}),
  answer(users.suspend, async (doing, { params }) => {
    await suspend(doing, params.userId);
    return {};
  }),
  answer(users.reactivate, async (doing, { params }) => {
    await reactivate(doing, params.userId);
    return {};
  }),
  answer(users.setPortals, async (doing, { params, body }) => {
    await setPortals(doing, params.userId, body.Portals);
    return {};
  }),
  answer(users.endSessions, async (doing, { params }) => ({ Ended: await endSessions(doing, params.userId) })),
  answer(users.requireReset, async (doing, { params }) => {
    await requireNewPassword(doing, params.userId);
    return {};
  }),
  answer(
    users.verifyCode,
    async (doing, { params, body }) =>
      (await verifyCode(doing, params.userId, body.Token)) ?? { IsVerified: true as const },
  ),
];
