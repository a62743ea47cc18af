import { createHmac } from "node:crypto";
import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { mailsTo } from "./mails.ts";
import type { Person, TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

type Worker = Pick<TestWorker, "platform" | "until"> & {
  control(vendor: "gocardless", what: string, body?: unknown): Promise<unknown>;
};

export const billingEmail = ({ resellerId }: Person): string => `pay-${resellerId}@example.com`;
/** What became of a company's payments as it was told: by notification, and by mail to its billing address. */
export const toldOfPayments = async (app: TestApp, person: Person) => ({
  notices: (
    await app.sql<{ content: string }>(
      "select content from notifications where reseller_id = $1 and content ~ '^(A payment of|£[0-9.]+ of your payment)' order by id",
      [person.resellerId],
    )
  ).map(({ content }) => content),
  mails: (await mailsTo(app, billingEmail(person)))
    .filter(({ template }) => template === "billingNotice")
    .map(({ data }) => [data.subject, data.words]),
});

/** Signs webhooks as the provider does, and sends them. */
export const sendWebhooks = (portal: string, secret: string) => {
  const url = `${portal}/api/webhooks/direct-debits/gocardless`;
  return async (links: Record<string, string>, times: number): Promise<Set<number>> => {
    const body = JSON.stringify({ events: [{ id: "EV1", links }] });
    const headers = { "webhook-signature": createHmac("sha256", secret).update(body).digest("hex") };
    const calls = Array.from({ length: times }, () => fetch(url, { method: "POST", headers, body }));
    return new Set((await Promise.all(calls)).map(({ status }) => status));
  };
};

/** Sets up direct debits and takes payments by them, with GoCardless's stand-in; what waits for its next try is tried at once. */
export function debiting(app: TestApp, worker: Worker) {
  const { debits, vault, gateway } = worker.platform;
  Object.assign(app.platform, { debits, vault, gateway });
  const gocardless = (what: string, body?: unknown) => worker.control("gocardless", what, body);
  const hurry = () =>
    app.sql(
      "update pgboss.job set start_after = now() where name in ('directDebits.look', 'payments.look') and state in ('created', 'retry')",
    );

  async function authorise(person: Person): Promise<{ methodId: string; ref: string }> {
    await app.sql(
      "update resellers set address1 = '1 High Street', town_city = 'Leeds', post_code = 'LS1 1AA', billing_email = $2, contact_name = 'Nora Wind' where id = $1",
      [person.resellerId, billingEmail(person)],
    );
    await app.call(person, directDebits.authorise, {
      body: { AccountHolderName: "Harbour IT", SortCode: "20-00-00", AccountNumber: "55779911", Confirmed: true },
    });
    const methodId = await worker.until(async () => {
      await hurry();
      const { Status, PaymentMethodId } = (await app.call(person, directDebits.status)).Result!;
      return Status === "pendingSubmission" && PaymentMethodId;
    }, "the direct debit to be there");
    const [row] = await app.sql<{ ref: string }>(
      "select gateway_ref as ref from payment_methods where reseller_id = $1 and id = $2",
      [person.resellerId, methodId],
    );
    return { methodId: methodId!, ref: row!.ref };
  }
  async function activate(person: Person, ref: string): Promise<void> {
    await gocardless("act", { action: "mandate_activated", mandate: ref });
    await app.platform.database.write({ role: "app_tenant", resellerId: person.resellerId }, (tx) =>
      app.platform.jobs.file(tx, "directDebits.look", { ref }),
    );
    await worker.until(async () => {
      await hurry();
      return (await app.call(person, directDebits.status)).Result!.Status === "active";
    }, "the direct debit to be active");
  }
  const payBy = (person: Person, method: { id: string; kind: "card" | "directDebit" }) =>
    app.call(person, paymentMethods.update, {
      body: {
        autoPay: true,
        paymentTerm: null,
        paymentMethodType: method.kind === "card" ? "CreditCard" : "BankTransfer",
        defaultPaymentMethodId: method.id,
      },
    });
  const ofInvoice = async (person: Person, invoiceId: string) =>
    (await app.call(person, payments.ofInvoice, { params: { invoiceId } })).Result!;
  const becomes = (person: Person, invoiceId: string, state: string) =>
    worker.until(async () => {
      await hurry();
      const found = await ofInvoice(person, invoiceId);
      return found.Payments[0]?.State === state && found;
    }, `the payment to be ${state}`);
  /** The provider's number of the newest payment of an invoice, once it has one. */
  const refOf = (invoiceId: string) =>
    worker.until(async () => {
      const [row] = await app.sql<{ ref: string | null }>(
        "select gateway_ref as ref from payments where invoice_id = $1 order by id desc limit 1",
        [invoiceId],
      );
      return row?.ref ?? undefined;
    }, "the payment to have a number");
  const happen = async (invoiceId: string, action: string, cause?: string) =>
    gocardless("act", { action, payment: await refOf(invoiceId), cause });
  const jobsOver = () =>
    worker.until(async () => {
      await hurry();
      const [row] = await app.sql<{ left: number }>(
        "select count(*)::int as left from pgboss.job where name in ('payments.look', 'directDebits.look', 'autopay.collect') and state in ('created', 'retry', 'active')",
      );
      return row!.left === 0;
    }, "the jobs to be over");
  type Entry = {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: { payments: { links: { mandate: string } } };
  };
  /** What was asked of the provider to take by a mandate. */
  const asked = async (ref: string) =>
    ((await gocardless("journal")) as { entries: Entry[] }).entries.filter(
      ({ method, path, body }) => method === "POST" && path === "/payments" && body.payments.links.mandate === ref,
    );
  const entries = (person: Person, account: string) =>
    app.sql<{ minor: string }>(
      "select amount_minor::text as minor from ledger_entries where reseller_id = $1 and account = $2 order by id",
      [person.resellerId, account],
    );
  return { gocardless, authorise, activate, payBy, ofInvoice, becomes, refOf, happen, jobsOver, asked, entries, hurry };
}
