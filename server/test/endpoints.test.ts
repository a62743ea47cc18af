import { endpoints } from "@tradewind/contract/all.ts";
import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { ratings } from "@tradewind/contract/portal/ratings.ts";
import { endpoint, isRead, takesKey } from "@tradewind/contract/endpoint.ts";
import fastify from "fastify";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { describeApi } from "../developer/api-description/openapi.ts";
import { answer } from "../platform/http.ts";
import { mount } from "../platform/mount.ts";
import { routes } from "../routes.ts";
import { testApp } from "./test-app.ts";

const all = Object.entries(endpoints);
const nameOf = new Map(all.map(([name, each]) => [each, name]));
const namesOf = (kind: string) =>
  routes.filter((route) => route.kind === kind).map((route) => nameOf.get(route.endpoint)!);

test("only the stream and the steps of signing in run outside a transaction", () => {
  expect(namesOf("stream")).toEqual(["notifications.stream"]);
  expect(namesOf("outside").toSorted()).toEqual([
    "auth.token",
    "session.renew",
    "sso.begin",
    "sso.callback",
    "sso.commsLogout",
    "sso.farewell",
    "sso.linkAccount",
    "sso.test",
  ]);
});

test("only hashing a password, drawing a picture, reading a file or as another role, or asking DNS, a PSA, the gateway of payments, the vault or the provider of direct debits is prepared before the transaction", () => {
  const prepared = routes.filter((route) => route.prepare).map((route) => nameOf.get(route.endpoint)!);
  expect(prepared.toSorted()).toEqual([
    "agreements.storeSignature",
    "assortment.picture",
    "companyProvider.proveDomain",
    "credit.add",
    "credit.redeem",
    "customerUsers.import",
    "dashboard.figures",
    "desk.upload",
    "directDebits.authorise",
    "invitations.accept",
    "mfa.setup",
    "mfa.verifyUser",
    "monolithPsa.testConnection",
    "passwords.change",
    "passwords.reset",
    "passwords.update",
    "paymentMethods.add",
    "paymentMethods.authorisePage",
    "paymentMethods.cancel",
    "paymentMethods.update",
    "payments.cancel",
    "payments.charge",
    "payments.confirm",
    "payments.create",
    "payments.debit",
    "portLetters.send",
    "psa.testConnection",
    "quotes.remake",
    "quotes.send",
    "ratings.required",
    "ticketFiles.upload",
    "whiteLabel.change",
  ]);
});

test("only a file and pictures are larger than usual, never from a stranger, and only their texts are", async () => {
  const large = all.filter(([, { largestBody }]) => largestBody);
  expect(Object.fromEntries(large.map(([name, { largestBody }]) => [name, largestBody!.bytes]))).toEqual({
    "agreements.storeSignature": 280_000,
    "bank.import": 12_000_000,
    "customerUsers.checkFile": 1_400_000,
    "customerUsers.import": 1_400_000,
    "desk.upload": 6_800_000,
    "hardware.place": 400_000,
    "priceImports.read": 1_000_000,
    "assortment.picture": 1_450_000,
    "monolithPsa.updateCustomerMappings": 1_000_000,
    "monolithPsa.updateServiceMappings": 1_000_000,
    "monolithPsa.updateProductMappings": 1_000_000,
    "orders.place": 400_000,
    "portLetters.send": 6_800_000,
    "psa.updateCustomerMappings": 1_000_000,
    "psa.updateServiceMappings": 1_000_000,
    "psa.updateProductMappings": 1_000_000,
    "requests.ask": 400_000,
    "ticketFiles.upload": 6_800_000,
    "voice.place": 400_000,
    "whiteLabel.change": 550_000,
    "work.complete": 6_000_000,
    "work.dispatch": 6_000_000,
  });
  expect(
    large.filter(([, { access, largestBody }]) => access === "public" || !/^[A-Z].+\.$/.test(largestBody!.because)),
  ).toEqual([]);
  const app = await testApp();
  const person = await app.signIn();
  const upload = async (payload: string) => {
    const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
    const answered = await app.app.inject({ method: "POST", url: "/api/support/files", headers, payload });
    return answered.json<{ Error: string }>().Error;
  };
  const sent = (Content: string) => upload(JSON.stringify({ Name: "a.txt", Content }));
  expect(await sent("A".repeat(6_000_000))).toBe("idempotencyKeyMissing");
  // What has quotes, backslashes and line ends is a text as well, though none in base64.
  expect(await sent('<a b="c:\\d">\r\n'.repeat(200_000))).toBe("invalidRequest");
  for (const values of ["[".repeat(200_000), '"",'.repeat(200_000), '"\\"",'.repeat(200_000)])
    expect(await upload(values)).toBe("tooLarge");
});

test("a call holds one connection: many at once are answered by a pool of two", async () => {
  const narrow = await testApp({ DATABASE_POOL: "2" });
  const people = await Promise.all(Array.from({ length: 8 }, () => narrow.signIn()));
  const answers = await Promise.all(
    people.flatMap((person) => [narrow.call(person, dashboard.figures), narrow.call(person, ratings.required)]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

const keyless = all.filter(([, each]) => !isRead(each) && !takesKey(each));

test("API-04 a write takes an Idempotency-Key, or the API description says why it takes none", () => {
  expect(keyless.map(([name]) => name).toSorted()).toEqual([
    "apiTokens.create",
    "auth.endVisit",
    "auth.loginFlow",
    "auth.signOut",
    "auth.token",
    "companies.switch",
    "companyProvider.makeToken",
    "companyProvider.proveDomain",
    "creditCodes.issue",
    "drafts.drop",
    "drafts.keep",
    "forum.token",
    "mailbox.archiveAccess",
    "mailbox.spamRelease",
    "mfa.configure",
    "mfa.newRecoveryCodes",
    "mfa.setup",
    "operatorTokens.create",
    "passkeys.add",
    "passkeys.addOptions",
    "passkeys.confirmOptions",
    "passkeys.signInOptions",
    "passwords.update",
    "paymentMethods.authorisePage",
    "quoteLinks.accept",
    "quoteLinks.decline",
    "quoteLinks.open",
    "quotes.remake",
    "quotes.send",
    "services.reveal",
    "session.renew",
    "sso.begin",
    "sso.callback",
    "sso.commsLogout",
    "sso.linkAccount",
    "sso.test",
    "usage.press",
  ]);
  const { paths } = describeApi();
  for (const [name, each] of all) {
    const described = paths[each.path.replace(/:(\w+)/g, "{$1}")]![each.method.toLowerCase()]!;
    const asks = described.parameters.some((parameter) => parameter.name === "Idempotency-Key");
    const says = / Takes no Idempotency-Key\. [A-Z].+\.$/.test(described.description);
    expect({ name, asks, says }).toEqual({
      name,
      asks: takesKey(each),
      says: keyless.some(([other]) => other === name),
    });
  }
});

test("undeclared fields never leave, however deeply nested", async () => {
  const line = z.object({ Id: z.string() });
  const lines = endpoint({
    method: "GET",
    path: "/api/lines",
    summary: "",
    access: "public",
    as: "none",
    result: z.object({
      Items: z.array(z.object({ ...line.shape, Of: z.nullable(line), Kind: z.union([line, z.string()]) })),
      ByName: z.record(z.string(), line),
    }),
  });
  const row = { Id: "1", password_hash: "secret" };
  const result = { Items: [{ ...row, Of: row, Kind: row }], ByName: { one: row }, cost_minor: "secret" };
  const server = fastify();
  mount(server, (await testApp()).platform, [answer(lines, () => result)]);
  const { Result } = (await server.inject("/api/lines")).json<{ Result: unknown }>();
  expect(Result).toEqual({ Items: [{ Id: "1", Of: { Id: "1" }, Kind: { Id: "1" } }], ByName: { one: { Id: "1" } } });
  await server.close();
});
