import { createHash } from "node:crypto";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { placeOfClientSecret } from "../access/company-providers/company-providers.actions.ts";
import { hashPassword } from "../platform/password.ts";
import { addPerson, password } from "./auth-fixtures.ts";
import { acceptedMovement } from "./accepted-movement.ts";
import { acceptedPsa } from "./accepted-psa.ts";
import { acceptedOfCredit } from "./accepted-credit.ts";
import { acceptedBasket } from "./accepted-basket.ts";
import { acceptedDirectDebits } from "./accepted-direct-debits.ts";
import { acceptedOfGoods } from "./accepted-goods.ts";
import { acceptedPaymentMethods } from "./accepted-payment-methods.ts";
import { acceptedBank } from "./accepted-bank.ts";
import { acceptedOfPayments } from "./accepted-payments.ts";
import { acceptedOfAssortment } from "./accepted-assortment.ts";
import { acceptedOfPrices } from "./accepted-prices.ts";
import { acceptedOfVoice } from "./accepted-voice.ts";
import { acceptedOfWork } from "./accepted-work.ts";
import { codeOf, nextStep } from "./mfa-fixtures.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import { addCustomerOf, agreement } from "./order-story.ts";
import { drawing } from "./pictures.ts";
import { acceptedDifferences } from "./accepted-differences.ts";
import { acceptedHelp } from "./accepted-help.ts";
import { acceptedReports } from "./accepted-reports.ts";
import { acceptedTenants } from "./accepted-tenants.ts";
import { acceptedTransfers } from "./accepted-transfers.ts";
import { acceptedQuotes } from "./accepted-quotes.ts";
import { acceptedRequests } from "./accepted-requests.ts";
import { requestFor, type Sent } from "./requests.ts";
import { signAgreements } from "./sign-agreements.ts";
import { addPasskeyOf, proveNow, softAuthenticator } from "./soft-authenticator.ts";
import type { Person } from "./test-app.ts";

const hashOf = (key: string) => createHash("sha256").update(key).digest();
const newPassword = "Juniper-Ferry-88";
/** Gives the caller the usual password. */
const setPassword = async ({ app }: World, { personId }: Person) =>
  app.sql("update people set password_hash = $2 where id = $1", [personId, await hashPassword(password)]);

/** Gives a person an authenticator app and returns its key, of which `codeOf` makes the code. */
async function setFactor({ app }: World, person: Person): Promise<string> {
  await proveNow(app, person.sessionId);
  const { manualEntryKey: key } = (await app.call(person, mfa.setup)).Result!;
  await app.call(person, mfa.configure, { body: { Token: codeOf(key) } });
  await nextStep(app, person.personId);
  return key;
}

/** Adds a colleague of the caller's. */
const addEngineer = ({ app, person }: World) => app.signIn({ kind: "engineer", resellerId: person.resellerId });

/** Invites the owner of an address as an engineer and returns the mailed key. */
async function invite({ app, object }: World, email: string): Promise<string> {
  const [id, key] = [await object("invitationId"), crypto.randomUUID()];
  await app.sql("update invitations set email = $2, key_hash = $3 where id = $1", [id, email, hashOf(key)]);
  return key;
}

/** Two licences of Microsoft 365 for a new customer, of a reseller who may order them. */
async function wanted({ app }: World, person: Person) {
  await signAgreements(app, person);
  return {
    CustomerId: await addCustomerOf(app, person),
    ProductId: "microsoft-365",
    Details: agreement,
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId: "CFQ7TTC0LDPB:0001:P1M:monthly", Quantity: 2 }] },
  };
}

/** A provider of the person's company, tested and with a proven domain, after a fresh proof. */
async function companyProviderOf({ app }: World, person: Person): Promise<string> {
  await proveNow(app, person.sessionId);
  const domain = `${crypto.randomUUID().slice(0, 13)}.example`;
  const id = crypto.randomUUID();
  const secret = app.platform.secrets.seal("a secret", placeOfClientSecret(person.resellerId, id));
  await app.sql(
    `insert into company_providers (id, reseller_id, issuer, client_id, client_secret, role, tested_at, set_up_by, changed_by, changed_at)
     values ($4, $1, 'https://login.acme.example', 'portal', $3, 'sales', now(), $2, 'Robin Tester', now()) on conflict (reseller_id) do update set tested_at = now()`,
    [person.resellerId, person.personId, secret, id],
  );
  await app.sql(
    "insert into company_provider_domains (reseller_id, domain, record, asked_at, proven_at) values ($1, $2, 'record', now(), now())",
    [person.resellerId, domain],
  );
  return domain;
}

async function withProvider(world: World, person: Person): Promise<Sent> {
  await companyProviderOf(world, person);
  return {};
}

/** Something of the caller's own, as makers know it. */
const own = (name: string) => async (world: World, person: Person) => ({
  params: { [name]: await worldOf(world.app, person).object(name) },
});

/**
 * Sets up what must be so before a request of this person's is accepted, and returns what the request then says
 * otherwise than `requestFor`, by operation.
 */
const setUps: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "auth.token": async ({ app }) => ({ body: { username: (await addPerson(app)).userName, password } }),
  "passwords.change": async ({ app }) => {
    const [{ personId }, key] = [await addPerson(app), crypto.randomUUID()];
    await app.sql(
      "insert into password_keys (hash, person_id, purpose, expires_at) values ($1, $2, 'mail', now() + interval '1 hour')",
      [hashOf(key), personId],
    );
    return { body: { key, oldPassword: null, newPassword } };
  },
  "passwords.update": async (world, person) => {
    await setPassword(world, person);
    return { params: { loginName: person.email }, body: { oldPassword: password, newPassword } };
  },
  "passwords.reset": async (world, person) => {
    await setPassword(world, person);
    const engineer = await addEngineer(world);
    await setPassword(world, engineer);
    return { params: { userId: engineer.membershipId }, body: { oldPassword: password, newPassword } };
  },
  "mfa.verifyUser": async (world, person) => {
    await setPassword(world, person);
    return { body: { Password: password } };
  },
  "mfa.verifyToken": async (world, person) => ({ body: { Token: codeOf(await setFactor(world, person)) } }),
  "mfa.disable": async (world, person) => {
    await setFactor(world, person);
    await proveNow(world.app, person.sessionId);
    return {};
  },
  "mfa.disableForUser": async (world, person) => {
    await proveNow(world.app, person.sessionId);
    const engineer = await addEngineer(world);
    await setFactor(world, engineer);
    return { params: { userId: engineer.membershipId } };
  },
  "personalData.eraseUser": async (world) => ({ params: { userId: (await addEngineer(world)).membershipId } }),
  "personalData.eraseAnybody": async (world) => ({ params: { membershipId: (await addEngineer(world)).membershipId } }),
  // Being let into a portal takes a service that goes with it.
  "users.setPortals": async () => ({ body: { Portals: [] } }),
  "users.invite": async ({ app, object }) => {
    const userId = await object("userId");
    await app.sql("update people set signs_in = false where id = (select person_id from memberships where id = $1)", [
      userId,
    ]);
    await app.sql("update memberships set email = $2 where id = $1", [userId, `${crypto.randomUUID()}@example.com`]);
    return { params: { userId } };
  },
  "users.verifyCode": async (world) => {
    const engineer = await addEngineer(world);
    return { params: { userId: engineer.membershipId }, body: { Token: codeOf(await setFactor(world, engineer)) } };
  },
  // What changes nothing is saved without a trace.
  "display.save": async ({ app }, person) => {
    await app.sql("update resellers set hide_banner = true where id = $1", [person.resellerId]);
    return {};
  },
  "mfa.setup": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    return {};
  },
  "mfa.configure": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    return { body: { Token: codeOf((await app.call(person, mfa.setup)).Result!.manualEntryKey) } };
  },
  "mfa.newRecoveryCodes": async (world, person) => {
    await setFactor(world, person);
    await proveNow(world.app, person.sessionId);
    return {};
  },
  "passkeys.addOptions": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    return {};
  },
  "passkeys.add": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    const { Options } = (await app.call(person, passkeys.addOptions)).Result!;
    return { body: { Credential: softAuthenticator().make(Options) } };
  },
  "passkeys.confirmOptions": async ({ app }, person) => {
    await addPasskeyOf(app, person);
    return {};
  },
  "passkeys.rename": own("passkeyId"),
  "passkeys.remove": async (world, person) => {
    await proveNow(world.app, person.sessionId);
    return own("passkeyId")(world, person);
  },
  "passkeys.confirm": async ({ app }, person) => {
    const passkey = await addPasskeyOf(app, person);
    const { Result } = await app.call(person, passkeys.confirmOptions);
    return { body: { Credential: passkey.sign(Result!.Options) } };
  },
  "companies.switch": async ({ app }, person) => {
    const [second] = await app.sql<{ id: string }>(
      `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, created_at)
       select $1, person_id, kind, first_name, last_name, email, views, permissions, created_at from memberships where id = $2
       returning id`,
      [await app.addReseller(), person.membershipId],
    );
    return { params: { membershipId: second!.id } };
  },
  "mailbox.spamRelease": async ({ app }) => {
    const key = crypto.randomUUID();
    await app.sql(
      "insert into quarantined_messages (message_id, user_key_hash, subject) values ($1, $2, 'Your quote')",
      [key, hashOf(key)],
    );
    return { query: { MID: key, UID: key } };
  },
  "mailbox.archiveAccess": async ({ app }) => {
    const key = crypto.randomUUID();
    await app.sql(
      "insert into archive_access_links (access_type, token_hash, expires_at) values ('journal', $1, now() + interval '1 day')",
      [hashOf(key)],
    );
    return { query: { AccessType: "journal", Token: key } };
  },
  "invitations.look": async (world) => ({ body: { Key: await invite(world, `${crypto.randomUUID()}@example.com`) } }),
  "invitations.join": async ({ app }, person) => {
    const other = worldOf(app, await app.signIn());
    return { body: { Key: await invite(other, person.email) } };
  },
  "invitations.accept": async ({ app }) => {
    const other = worldOf(app, await app.signIn());
    return { body: { Key: await invite(other, `${crypto.randomUUID()}@example.com`), NewPassword: newPassword } };
  },
  "restrictions.setCustomers": async (world) => ({
    params: { userId: (await addEngineer(world)).membershipId },
    body: { Version: 0, Every: false, CustomerIds: [await world.object("customerId")] },
  }),
  "restrictions.setProducts": async (world) => ({
    params: { userId: (await addEngineer(world)).membershipId },
    body: { Version: 0, Every: false, ProductIds: ["microsoft-365"] },
  }),
  "providerLinks.unlink": async (world, person) => {
    await setPassword(world, person);
    await proveNow(world.app, person.sessionId);
    return own("linkId")(world, person);
  },
  "sessions.end": own("sessionId"),
  "everySignInRules.lift": async ({ app, person }) => {
    await app.sql(
      `insert into sign_in_rules (reseller_id, only_listed, changed_at) values ($1, true, now())
       on conflict (reseller_id) do update set only_listed = true`,
      [person.resellerId],
    );
    return {};
  },
  "agreements.storeSignature": async () => ({ body: { Image: drawing() } }),
  "agreements.sign": async ({ app }, person) => {
    const params = { agreementId: "microsoft-365" };
    const { Version, TextHash } = (await app.call(person, agreements.byId, { params })).Result!;
    return { body: { Version, TextHash } };
  },
  "plans.commit": async ({ app }, person) => {
    const planId = await worldOf(app, person).object("planId");
    await app.sql("update plan_lines set state = 'planned', hash = 'a' where plan_id = $1", [planId]);
    return { params: { planId }, body: { Hash: createHash("sha256").update("1:a").digest("hex") } };
  },
  "plans.pause": async ({ app }, person) => {
    const planId = await worldOf(app, person).object("planId");
    await app.sql("update plans set state = 'running' where id = $1", [planId]);
    return { params: { planId } };
  },
  "plans.discard": own("planId"),
  "plans.retry": own("planId"),
  "plans.undo": async ({ app }, person) => {
    const planId = await worldOf(app, person).object("planId");
    const orderId = await worldOf(app, person).object("orderId");
    await app.sql("update orders set status = 'Completed' where id = $1", [orderId]);
    await app.sql("update plan_lines set state = 'ordered', order_id = $2 where plan_id = $1", [planId, orderId]);
    return { params: { planId } };
  },
  ...acceptedDifferences,
  ...acceptedHelp,
  ...acceptedReports,
  ...acceptedTenants,
  ...acceptedTransfers,
  ...acceptedQuotes,
  ...acceptedBasket,
  ...acceptedRequests,
  "priceBooks.remove": own("priceRuleId"),
  "termEnds.list": async ({ app }, person) => ({
    query: { CustomerId: await addCustomerOf(app, person), OfferId: "CFQ7TTC0LDPB:0001:P1Y:monthly", Quantity: 2 },
  }),
  "orders.propose": async (world, person) => ({ body: await wanted(world, person) }),
  "orders.place": async (world, person) => {
    const body = await wanted(world, person);
    const { Result } = await world.app.call(person, orders.propose, { body });
    return { body: { ...body, ProposalHash: Result!.Hash } };
  },
  "orders.look": async ({ app, person }) => {
    await app.sql(
      `update orders set status = 'Working', next_look_at = now() + interval '1 hour', looked_at = now() - interval '1 minute'
       where reseller_id = $1 and placed_at = '2026-01-02'`,
      [person.resellerId],
    );
    return {};
  },
  "orders.answer": async ({ app }, person) => {
    const [made] = await app.sql<{ orderId: string }>(
      `with service as (
         insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
         values ($1, $2, 'titanhq', 'Activating', '2026-01-02', '2026-01-02') returning id)
       insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, placed_at, placed_by_name)
       select $1, $2, id, 'titanhq', 'Add', 'add', 'Working', '2026-01-02', 'Robin Tester' from service returning id as "orderId"`,
      [person.resellerId, await addCustomerOf(app, person)],
    );
    return { params: made!, body: { Answers: { MailDomain: "acme.example", Outbound: "no" } } };
  },
  "orders.retry": async ({ app, person }) => {
    await app.sql("update orders set status = 'Failed' where reseller_id = $1 and placed_at = '2026-01-02'", [
      person.resellerId,
    ]);
    return {};
  },
  "companyProvider.save": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    return {};
  },
  "companyProvider.turn": withProvider,
  "companyProvider.remove": withProvider,
  "companyProvider.addDomain": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    return {};
  },
  "companyProvider.makeToken": async ({ app }, person) => {
    await proveNow(app, person.sessionId);
    return {};
  },
  "companyProvider.revokeToken": own("scimTokenId"),
  "companyProvider.removeDomain": async (world, person) => ({
    params: { providerDomain: await companyProviderOf(world, person) },
  }),
  "companyProvider.approveDomain": async (world, person) => {
    await proveNow(world.app, person.sessionId);
    return {
      body: {
        CompanyId: world.person.resellerId,
        Domain: await worldOf(world.app, world.person).object("providerDomain"),
        Reason: "Seen on paper",
      },
    };
  },
  "desk.removeFile": async (world, person) => {
    const file = await worldOf(world.app, world.person).object("waitingFileId");
    await world.app.sql("update ticket_files set sent_by = $1 where id = $2", [person.personId, file]);
    return { params: { ticketId: await world.object("ticketId"), waitingFileId: file } };
  },
  "ticketFiles.remove": own("waitingFileId"),
  "services.reveal": async (world, person) => {
    await proveNow(world.app, person.sessionId);
    return { params: { resourceId: await worldOf(world.app, person).object("resourceId") } };
  },
  "vendorInvoices.settle": async ({ app, person }) => ({
    params: { billDifferenceId: await worldOf(app, person).object("billDifferenceId") },
    body: { Decision: "accept", Reason: "Agreed with the vendor" },
  }),
  ...acceptedOfCredit,
  ...acceptedDirectDebits,
  ...acceptedOfGoods,
  ...acceptedPaymentMethods,
  ...acceptedBank,
  ...acceptedOfPayments,
  ...acceptedOfAssortment,
  ...acceptedOfPrices,
  ...acceptedPsa,
  ...acceptedMovement,
  ...acceptedOfVoice,
  ...acceptedOfWork,
  "stock.adjust": async () => ({ body: { Kind: "adjusted", Quantity: 3, Reason: "Counted" } }),
  "myBusiness.change": async ({ app }, person) => ({
    body: { Version: (await app.call(person, myBusiness.current)).Result!.Version },
  }),
  "notifications.change": async ({ app }, person) => ({
    body: { Id: await worldOf(app, person).object("notificationId"), Status: "read" },
  }),
  "notifications.close": own("notificationId"),
};

/** Builds a request that is accepted from this person, setting up for it what it needs. */
export async function acceptedRequest(name: string, world: World, person: Person | null): Promise<Sent> {
  const sent = await requestFor(name, world);
  const other = await setUps[name]?.(world, person ?? world.person);
  if (!other) return sent;
  return {
    ...sent,
    params: { ...sent.params, ...other.params },
    query: { ...sent.query, ...other.query },
    ...(sent.body ? { body: { ...sent.body, ...(other.body as object | undefined) } } : {}),
  };
}
