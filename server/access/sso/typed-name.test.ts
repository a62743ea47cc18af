import { people } from "@tradewind/simulators/identity-provider/people.ts";
import { expect, test } from "vitest";
import { addPerson } from "../../test/auth-fixtures.ts";
import { begin, comeBack, link, redeem, testProvider, visitor } from "../../test/provider-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const provider = await testProvider();
const app = await testApp(provider.settings);
const [avery, blake] = people as [(typeof people)[0], (typeof people)[0]];
const [averysPerson, blakesPerson] = [await addPerson(app), await addPerson(app, { kind: "engineer" })];
await link(app, "sso", provider.issuer, avery.id, averysPerson.personId);
await link(app, "sso", provider.issuer, blake.id, blakesPerson.personId);

test("AUTH-37 the provider is asked with the username and the place to return to, state, nonce and a challenge", async () => {
  const { target } = await begin(app, {
    provider: "sso",
    username: "avery@harbour-sso.example",
    return: "/billing?a=1",
  });
  expect(target.origin).toBe(provider.url);
  const asked = Object.fromEntries(target.searchParams);
  expect(asked).toMatchObject({
    login_hint: "avery@harbour-sso.example",
    return: "/billing?a=1",
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: "http://localhost:4000/sso-callback",
  });
  for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]).toMatch(/^[\w-]{43}$/);
});

test("AUTH-37 the name that was typed is the one who comes in, whoever is signed in at the provider", async () => {
  const blakesName = blakesPerson.userName;
  const browserAtProvider = visitor();
  const first = await comeBack(app, { provider: "sso", username: averysPerson.userName }, avery.userName, {
    browserAtProvider,
  });
  expect(first.taken.Result).toMatchObject({ OtherThan: null, Ticket: expect.any(String) });

  // Avery is still signed in there: without a prompt the provider would return her.
  const typed = { provider: "sso", username: blakesName } as const;
  const wrong = await comeBack(app, typed, blake.userName, { browserAtProvider });
  expect(wrong.taken.Result).toMatchObject({ OtherThan: blakesName, Ticket: null, Error: expect.any(String) });
  const right = await comeBack(app, { ...typed, choose: true }, blake.userName, { browserAtProvider });
  expect(right.taken.Result).toMatchObject({ OtherThan: null, Ticket: expect.any(String) });
  expect((await redeem(app, "sso", right.ticket, right.browser)).statusCode).toBe(200);
});

test("AUTH-37 somebody who is not linked is not offered to link to a person who already is", async () => {
  const { taken } = await comeBack(
    app,
    { provider: "sso", username: averysPerson.userName },
    "drew@harbour-sso.example",
  );
  expect(taken.Result).toMatchObject({ OtherThan: averysPerson.userName, Ticket: null });
});
