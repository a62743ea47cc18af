import { payments } from "@tradewind/contract/billing/payments.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { delivered, mailsTo } from "../../test/mails.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { sendReceipt } from "./receipts.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { issue, list, database } = invoicing(app);
Object.assign(app.platform, { gateway: worker.platform.gateway });
const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });
const stripe = (what: string, body: unknown) => worker.control("stripe", what, body);
await stripe("seed", { webhookUrl: `${portal}/api/webhooks/payments/stripe` });

const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

/** A reseller with a billing address of its own. */
async function billed(email = `bills-${randomUUID().slice(0, 8)}@example.com`) {
  const person = await app.signIn();
  await app.sql("update resellers set billing_email = $2, contact_name = 'Nora Wind' where id = $1", [
    person.resellerId,
    email,
  ]);
  return { person, email };
}

test("whoever reads the bills is mailed a receipt for each payment once, and when its money goes back", async () => {
  const { person, email } = await billed();
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 10_000 }]);
  await issue("2026-02-01");
  const [{ Id, Number } = { Id: "", Number: "" }] = await list(person);
  const begun = await app.call(person, payments.create, { body: { InvoiceId: Id, Amount: pounds(5_000) } });
  const ref = begun.Result!.Payment.PaymentIntentId!;
  await app.call(person, payments.confirm, { body: { PaymentIntentId: ref, PaymentMethodId: "pm_card_visa" } });
  const words = async (count: number) =>
    (await delivered(worker, email, count)).filter(({ subject }) => !subject.endsWith("was issued"));
  const [receipt] = await words(2);
  expect(receipt).toMatchObject({ subject: "We received your payment of £50.00", attachments: [] });
  expect(receipt!.text).toContain("Hello Nora Wind");
  expect(receipt!.text).toContain(`It was for: Invoice ${Number}. £70.00 of it is still open.`);
  expect(receipt!.text).toMatch(/Paid with: Visa/);
  expect(receipt!.html).toContain(`${app.config.PUBLIC_URL}/billing/invoice-detail/${Id}`);

  await stripe("act", { action: "refund", intent: ref, amount: 2_000 });
  const [, back, ...more] = await words(3);
  expect([back!.subject, more]).toEqual([`£20.00 of your payment for invoice ${Number} went back`, []]);
  expect(back!.text).toContain("£90.00 of it is open.");
});

test("without a billing address the people who see the bills get it, if their company shows them prices", async () => {
  const { person } = await billed("");
  const { resellerId } = person;
  const engineer = await app.signIn({ resellerId, kind: "engineer" });
  const paid = {
    reseller_id: resellerId,
    invoice_id: null,
    currency: "GBP",
    kind: "bankTransfer",
    paid_with: null,
  } as const;
  const pay = () =>
    database.write({ role: "app_worker" }, (tx) =>
      sendReceipt(app.platform, tx, paid, { minor: 5_000n, credit: 5_000n }),
    );
  await pay();
  const [mail, ...others] = await delivered(worker, person.email, 1);
  expect([mail!.subject, others]).toEqual(["We received your payment of £50.00", []]);
  expect(mail!.text).toContain("It was for: Credit. £50.00 is kept as your credit.");
  expect(mail!.text).toContain("Paid with: Bank transfer");
  await app.sql("update resellers set hide_pricing = true where id = $1", [resellerId]);
  await pay();
  expect(await mailsTo(app, person.email)).toHaveLength(1);
  expect(await mailsTo(app, engineer.email)).toEqual([]);
});
