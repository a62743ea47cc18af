import { readdir } from "node:fs/promises";
import path from "node:path";
import { endpoints } from "@tradewind/contract/all.ts";
import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { describe, expect, test } from "vitest";
import { worldOf } from "./objects.ts";
import { requestFor } from "./requests.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
const all: [string, Endpoint][] = Object.entries(endpoints);

/** The endpoints of an area of the contract. */
async function endpointsOf(area: string): Promise<Set<unknown>> {
  const folder = path.join(import.meta.dirname, "../../contract", area);
  const files = await Promise.all(
    (await readdir(folder)).map((file) => import(path.join(folder, file)) as Promise<Record<string, object>>),
  );
  return new Set(files.flatMap((exported) => Object.values(exported)).flatMap((each) => Object.values(each)));
}
const access = await endpointsOf("access");
const elsewhere = /bank|mandate|credential|secret|token|password|passkey|factor|iban/i;

test("every write of the access area, and of whatever else lets people in or money out, says whether it asks for a proof", () => {
  const silent = all.filter(
    ([name, each]) =>
      (access.has(each) || elsewhere.test(name)) &&
      !isRead(each) &&
      each.access !== "public" &&
      each.proof === undefined,
  );
  expect(silent.map(([name]) => name)).toEqual([]);
  for (const [name, { proof, errors = [], jump }] of all) {
    if (proof === "fresh")
      expect({ name, errors, jump }).toMatchObject({ errors: expect.arrayContaining(["confirmFirst"]) });
    if (typeof proof === "object") expect(proof.none).toMatch(/^[A-Z].+\.$/);
  }
});

const fresh = all.filter(([, { proof }]) => proof === "fresh");

test("what asks for a proof is a list that a reviewer reads", () => {
  expect(fresh.map(([name]) => name).toSorted()).toEqual([
    "apiTokens.create",
    "companyProvider.addDomain",
    "companyProvider.approveDomain",
    "companyProvider.makeToken",
    "companyProvider.proveDomain",
    "companyProvider.remove",
    "companyProvider.removeDomain",
    "companyProvider.save",
    "companyProvider.turn",
    "everySignInRules.lift",
    "mfa.disable",
    "mfa.disableForUser",
    "mfa.newRecoveryCodes",
    "mfa.requireOfReseller",
    "mfa.requireOfUser",
    "mfa.setup",
    "operatorTokens.create",
    "passkeys.addOptions",
    "passkeys.remove",
    "personalData.eraseAnybody",
    "personalData.eraseUser",
    "personalData.ofAnybody",
    "personalData.ofUser",
    "personalData.own",
    "providerLinks.addDomain",
    "providerLinks.removeDomain",
    "providerLinks.removeLink",
    "providerLinks.unlink",
    "services.reveal",
    "signInRules.saveIpAccess",
    "signInRules.saveSessionPolicy",
    "tenants.connect",
    "tenants.release",
  ]);
});

describe("whoever holds a session and nothing else", () => {
  const age = (person: Person, confirmed: string | null) =>
    app.sql("update sessions set confirmed_at = $2::timestamptz where id = $1", [person.sessionId, confirmed]);
  const isOperators = ({ access: rule }: Endpoint) =>
    typeof rule === "object" && rule.kinds?.includes("admin") === true;

  test.each(fresh)("is refused %s, and so is one whose proof is over five minutes old", async (name, endpoint) => {
    const [own, operator] = [await app.signIn(), await app.signInOperator()];
    const sent = await requestFor(name, worldOf(app, own));
    const caller = isOperators(endpoint) ? operator : own;
    for (const confirmed of [null, new Date(Date.now() - 301_000).toISOString()]) {
      await age(caller, confirmed);
      const { status, Error } = await app.call(caller, endpoint, sent);
      expect({ confirmed, status, Error }).toEqual({ confirmed, status: 409, Error: "confirmFirst" });
    }
    await age(caller, new Date(Date.now() - 290_000).toISOString());
    expect((await app.call(caller, endpoint, sent)).Error).not.toBe("confirmFirst");
  });
});
