import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { expect, test } from "vitest";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();

test("of domains claimed at once, a company gets as many as it may have", async () => {
  const person = await app.signIn();
  await proveNow(app, person.sessionId);
  const domain = () => `${crypto.randomUUID()}.example`;
  await app.sql(
    `insert into company_provider_domains (reseller_id, domain, record, asked_at)
     select $1, i || $2, 'record', now() from generate_series(1, 19) i`,
    [person.resellerId, domain()],
  );
  const add = () => app.call(person, companyProvider.addDomain, { body: { Domain: domain() } });
  const answers = await Promise.all(Array.from({ length: 6 }, add));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(5).fill(409)]);
});
