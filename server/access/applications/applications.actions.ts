import { goodVatNumber, vatCheckOf } from "@tradewind/domain/values/vat-numbers.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { invite, inviteAnew, refuseTaken, rightsOf, takeBack } from "../invitations/invitations.actions.ts";
import { lockOfApplication, type HeldInvitation } from "../invitations/invitations.store.ts";
import { decideApplication, findApplication, insertReseller, lockApplication } from "./applications.store.ts";

type Decision = { accept: boolean; note: string | undefined; email: string | undefined };

/**
 * Accepts or declines an application, once. Accepting creates the reseller and invites the applicant as its first
 * person.
 */
export async function decide(doing: Doing<OperatorActor>, id: string, { accept, note, email }: Decision) {
  const { tx, actor, now, doer } = doing;
  const application = orNotFound(await lockApplication(tx, id));
  if (application.status !== "Waiting") throw new AppError("applicationDecided");
  if (accept) await found(doing, application, email ?? application.email);
  else
    await recordActivity(tx, doer, {
      action: "applications.decline",
      what: `Declined the application of ${application.company_name}`,
      object: ["application", id],
    });
  await decideApplication(tx, id, {
    status: accept ? "Accepted" : "Declined",
    note: note || null,
    decided_by: actor.displayName,
    decided_at: now,
  });
  return findApplication(tx, id);
}

type Application = NonNullable<Awaited<ReturnType<typeof lockApplication>>>;

/** User names are shorter than the email addresses that an application accepts. */
const longestUserName = 100;

async function found(
  { tx, actor, doer, now, platform }: Doing<OperatorActor>,
  application: Application,
  email: string,
) {
  if (email.length > longestUserName)
    throw new AppError("invalidRequest", {
      fields: { Email: `Must be a maximum of ${longestUserName} character(s)` },
    });
  await refuseTaken(tx, email);
  const name = application.company_name;
  const resellerId = await insertReseller(tx, {
    name,
    currency: application.country === "IE" ? "EUR" : "GBP",
    country: application.country,
    vat_number: goodVatNumber(application.vat_number, application.country) ?? application.vat_number,
    ...vatCheckOf(application.vat_number, application.country, now),
    billing_email: application.email,
    created_at: now,
  });
  const [firstName = "", ...rest] = application.contact_name.split(/\s+/);
  await invite(
    platform,
    tx,
    {
      resellerId,
      customerId: null,
      applicationId: application.id,
      kind: "reseller",
      firstName,
      lastName: rest.join(" "),
      email,
      ...rightsOf("reseller"),
      canAgree: true,
      invitedBy: "Tradewind",
    },
    name,
  );
  await recordActivity(
    tx,
    { ...doer, resellerId },
    {
      action: "applications.accept",
      what: `${actor.displayName} accepted the application of ${name} and invited ${email}`,
      object: ["reseller", resellerId],
    },
  );
}

/** Locks the application's invitation. */
async function invitationOf({ tx }: Doing<OperatorActor>, id: string): Promise<HeldInvitation | undefined> {
  orNotFound(await lockApplication(tx, id));
  return lockOfApplication(tx, id);
}

const told = ({ tx, doer }: Doing<OperatorActor>, held: HeldInvitation | undefined, action: string, what: string) =>
  recordActivity(tx, { ...doer, resellerId: held!.reseller_id }, { action, what, object: ["invitation", held!.id] });

export async function sendAnew(doing: Doing<OperatorActor>, id: string, email: string | undefined) {
  const held = await invitationOf(doing, id);
  if (held && !held.accepted_at) await refuseTaken(doing.tx, email ?? held.email);
  await inviteAnew(doing.platform, doing.tx, held, { invitedBy: "Tradewind", email });
  await told(doing, held, "applications.invite", `Sent a new invitation to ${email ?? held?.email}`);
}

export async function withdraw(doing: Doing<OperatorActor>, id: string) {
  const held = await invitationOf(doing, id);
  await takeBack(doing.tx, held);
  await told(doing, held, "applications.withdraw", `Withdrew the invitation of ${held?.email}`);
}
