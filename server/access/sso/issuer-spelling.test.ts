import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { expect, test } from "vitest";
import { setCookieOf } from "../../test/auth-fixtures.ts";
import { ownProvider } from "../../test/own-provider.ts";
import { ourPage } from "../../test/provider-fixtures.ts";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();

/** A company that sets up a provider by the issuer that somebody typed, and its test. */
async function setUp(idp: Awaited<ReturnType<typeof ownProvider>>, Issuer: string) {
  const owner = await app.signIn();
  await proveNow(app, owner.sessionId);
  const body = { ...idp.client, Issuer, AddsPeople: false, Role: "technical" as const };
  await app.call(owner, companyProvider.save, { body });
  return { owner, begun: await app.call(owner, sso.test, {}, { headers: ourPage() }) };
}

test.each(["", "/.well-known/openid-configuration"])(
  "an issuer whose own spelling ends with a slash, typed with %j at its end, is kept as the provider writes it",
  async (ending) => {
    const idp = await ownProvider("/");
    const { owner, begun } = await setUp(idp, `${idp.address}${ending}`);
    const target = new URL(begun.Result!.AuthoriseUrl);
    idp.says({ sub: "tester" }, target);
    const browser = /__Host-sso=([^;]+)/.exec(setCookieOf(begun))![1]!;
    const body = { state: target.searchParams.get("state")!, code: "code" };
    const tested = await app.call(null, sso.callback, { body }, { headers: ourPage(browser) });
    expect(tested.Result).toMatchObject({ Tested: true });
    expect((await app.call(owner, companyProvider.current)).Result!.Provider).toMatchObject({
      Issuer: idp.issuer,
      TestedAt: expect.any(String),
    });
  },
);

test("a provider that calls itself something else is named", async () => {
  const idp = await ownProvider("/tenant-2");
  const { begun } = await setUp(idp, idp.address);
  expect([begun.Error, begun.Messages]).toEqual([
    "companyProviderSilent",
    [`The provider at this address calls itself ${idp.issuer}. Save that as its issuer if it is yours.`],
  ]);
});
