import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { delivered } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { issue, list } = invoicing(app);

async function billed(minor: number, email = `bills-${randomUUID().slice(0, 8)}@example.com`) {
  const person = await app.signIn();
  await app.sql("update resellers set billing_email = $2, contact_name = '' where id = $1", [person.resellerId, email]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor }]);
  return { person, email };
}
const first = async (person: Person) => (await list(person))[0]!;
const jobsOver = () =>
  worker.until(
    async () =>
      (await app.sql("select from pgboss.job where name = 'invoices.mail' and state <> 'completed'")).length === 0,
    "all to be mailed",
  );

test("each invoice and credit memo is mailed with its PDF once, to the billing address", async () => {
  const [owing, owed] = [await billed(10_000), await billed(-10_000)];
  await issue("2026-02-01");
  await issue("2026-02-01");
  for (const [{ person, email }, title, more] of [
    [owing, "Invoice", /It is due on \d\d\/\d\d\/2026\. If you pay automatically, there is nothing to do\./],
    [owed, "Credit memo", /There is nothing to pay\./],
  ] as const) {
    const { Id, Number } = await first(person);
    const [mail, ...others] = await delivered(worker, email, 1);
    expect([mail!.subject, others]).toEqual([`${title} ${Number} was issued`, []]);
    expect(mail!.text).toContain(`${title} ${Number} over £120.00 was issued. It is attached.`);
    expect(mail!.text).toMatch(more);
    expect(mail!.html).toContain(`/billing/${title === "Invoice" ? "invoice" : "credit-memo"}-detail/${Id}`);
    expect(mail!.attachments).toEqual([{ name: `${Number}.pdf`, type: "application/pdf" }]);
    const pdf = await fetch(`${worker.simulators.urls.mail}/mails/${mail!.id}/attachments/0`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  }
});

test("without a billing address the people who see all bills get it", async () => {
  const { person } = await billed(10_000, "");
  const { resellerId } = person;
  const others = [
    await app.signIn({ resellerId, kind: "engineer" }),
    await app.signIn({ resellerId, rights: ["home", "customers"] }),
  ];
  await issue("2026-02-01");
  expect(await delivered(worker, person.email, 1)).toHaveLength(1);
  await jobsOver();
  for (const other of others) expect(await delivered(worker, other.email, 0)).toEqual([]);
});
