/** Business that a rehearsed production does over HTTP. */
import { applications } from "@tradewind/contract/access/applications.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import pg from "pg";
import { findBreaches } from "../../demo/invariants.ts";
import { caFile, type Server } from "./database.ts";
import { call, password, signIn } from "./people.ts";
import { hold, run, say, until, words } from "./stage.ts";

/** Makes the first operator by the documented command, and signs them in. */
export async function signInOperator(command: string, url: string): Promise<string> {
  const link = /https:\/\/portal\.example\.com(\S+)/.exec(run(command))?.[1];
  const key = link?.split("/").at(-1);
  if (!link || !key) throw new Error("The command printed no link");
  await call(url, null, passwords.change, { body: { key, oldPassword: null, newPassword: password } });
  const { token, hadToSetUp } = await signIn(url, "ada@example.com");
  hold(hadToSetUp, "the first operator chose a password by the link, and had to set up a second factor");
  const used = await call(url, null, passwords.checkKey, { body: { key } });
  hold(!used.Works, "the link worked once");
  return token;
}

/** Lets a company apply and join, and its first person sign the agreements. */
export async function welcomeReseller(operator: string, url: string, mails: string): Promise<string> {
  const email = "nora@northwind.example";
  await call(url, null, applications.apply, {
    body: {
      CompanyName: "Northwind IT",
      ContactName: "Nora Wind",
      Email: email,
      Telephone: "01174 960 000",
      Country: "GB",
    },
  });
  const { Items } = await call(url, operator, applications.list, { query: { Status: "waiting" } });
  await call(url, operator, applications.decide, { params: { applicationId: Items[0]!.Id }, body: { Accept: true } });
  const key = await until("the invitation's mail", async () => {
    const answer = await fetch(`${mails}/__sim/mails?to=${email}`);
    return /\/([0-9a-f-]{36})\b/.exec(JSON.stringify(await answer.json()))?.[1];
  });
  await call(url, null, invitations.accept, { body: { Key: key, NewPassword: password } });
  const { token } = await signIn(url, email);
  say("A company applied, was accepted, and its first person joined by the mailed link");
  const { Version: present } = await call(url, token, myBusiness.current);
  const address = { Address1: "4 Harbour Walk", TownCity: "Bristol", PostCode: "BS1 4NT", BillingEmail: email };
  await call(url, token, myBusiness.change, { body: { Version: present, ...address } });
  for (const { AgreementId } of (await call(url, token, agreements.list)).Items) {
    const params = { agreementId: AgreementId };
    const { Version, TextHash } = await call(url, token, agreements.byId, { params });
    const body = { Version, TextHash, ReadToEnd: true as const, Name: "Nora Wind", JobTitle: "Director" };
    await call(url, token, agreements.sign, { params, body });
  }
  say("She signed the agreements");
  return token;
}

/** Adds a customer, and returns the order of a backup for it: the body that places it. */
export async function wish(token: string, url: string, name = "Acme Dental") {
  const { customerId } = await call(url, token, customerForms.add, {
    body: {
      name,
      organisationTypes: ["Commercial"],
      ContactName: "Dee Acme",
      ContactEmail: "dee@acme.example",
    },
  });
  const line = { Key: "one", OfferId: "acronis.pw_base_workstations:none:monthly", Quantity: 5, AddOnTo: null };
  const wanted = {
    CustomerId: customerId,
    ProductId: "acronis-backup",
    UserId: null,
    Details: {},
    Change: { Kind: "add" as const, Lines: [line], DeliveryOption: null },
  };
  const { Hash } = await call(url, token, orders.propose, { body: wanted });
  return { ...wanted, ProposalHash: Hash };
}

/** Orders for a new customer, and waits until the service is active. */
export async function order(token: string, url: string): Promise<string> {
  const body = await wish(token, url);
  const { InstanceId } = await call(url, token, orders.place, { body });
  await until("the service", async () => {
    const { Service } = await call(url, token, services.byId, { params: { instanceId: InstanceId } });
    return Service.Status === "Active" || undefined;
  });
  say("An order became an active service at the vendor");
  return body.CustomerId;
}

/** Checks the books as the database's administrator. */
export async function balances(server: Server, sentence: string): Promise<void> {
  const address = `postgres://postgres:${words.superuser}@127.0.0.1:${server.port}/tradewind`;
  const pool = new pg.Pool({ connectionString: `${address}?sslmode=verify-full&sslrootcert=${caFile}` });
  const breaches = await findBreaches(pool).finally(() => pool.end());
  hold(breaches.length === 0, breaches.length === 0 ? sentence : breaches.join("\n"));
}
