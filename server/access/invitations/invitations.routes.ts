import { invitations } from "@tradewind/contract/access/invitations.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { mayManage } from "@tradewind/domain/access/users.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import {
  accept,
  inviteColleague,
  join,
  lookAt,
  prepareLogin,
  resendToColleague,
  withdrawFromColleague,
} from "./invitations.actions.ts";
import { listOpen, pageSize } from "./invitations.store.ts";

const wantedOf = (body: InputOf<typeof invitations.send>["body"]) => ({
  kind: body.Kind,
  firstName: body.FirstName,
  lastName: body.LastName,
  email: body.Email,
  role: body.Role,
  customerId: body.CustomerId ?? null,
  customerIds: body.CustomerIds ? [...new Set(body.CustomerIds)] : null,
});

export const invitationsRoutes = [
  answer(invitations.look, async ({ db }, { body }) => {
    const found = await lookAt(db, body.Key);
    return {
      Name: `${found.first_name} ${found.last_name}`.trim(),
      UserName: found.email,
      Company: found.company,
      InvitedBy: found.invited_by,
      ExpiresAt: found.expires_at.toISOString(),
      HasLogin: found.hasLogin,
    };
  }),
  answer(invitations.join, (doing, { body }) => join(doing, body.Key)),
  answerPrepared(
    invitations.accept,
    (call, { body }) => prepareLogin(call, body.Key, body.NewPassword),
    async (doing, { body }, login) => ({ UserName: await accept(doing, body.Key, login) }),
  ),
  answer(invitations.list, async ({ actor, db }, { query }) => {
    const customerId = query.CustomerId ?? actor.customerId;
    if (query.CustomerId !== undefined) orNotFound(await findCustomer(db, actor, query.CustomerId));
    const ofCustomers = customerId !== null || query.Of === "customers";
    const before = readCursor(query.After, ["id"])?.id;
    const rows = await listOpen(db, { ...actor, customerId }, ofCustomers, before);
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return {
      Next: next,
      Items: page.map((row) => ({
        Id: row.id,
        Name: `${row.first_name} ${row.last_name}`.trim(),
        Kind: row.kind,
        CustomerId: row.customer_id,
        CustomerName: row.customer_name,
        Customers: row.customer_ids?.length ?? null,
        InvitedBy: row.invited_by,
        MayChange: mayManage(actor, { kind: row.kind, customerId: row.customer_id }),
        Email: row.email,
        State: row.state,
        SentAt: row.sent_at.toISOString(),
        ExpiresAt: row.expires_at.toISOString(),
        AcceptedAt: null,
      })),
    };
  }),
  answer(invitations.send, async (doing, { body }) => {
    const sent = await inviteColleague(doing, wantedOf(body));
    return sent instanceof AppError ? sent : { Id: sent.id };
  }),
  answer(invitations.resend, async (doing, { params }) => (await resendToColleague(doing, params.invitationId)) ?? {}),
  answer(invitations.withdraw, async (doing, { params }) => {
    await withdrawFromColleague(doing, params.invitationId);
    return {};
  }),
];
