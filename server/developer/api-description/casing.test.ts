import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { psa } from "@tradewind/contract/psa/psa.ts";
import { expect, test } from "vitest";
import { addPerson, password } from "../../test/auth-fixtures.ts";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();

test("API-07 names are in the casing of the specification, which mixes styles", async () => {
  await switchOnFlags(app);
  const person = await app.signIn();
  const { userName } = await addPerson(app);
  const form = {
    grant_type: "password",
    client_id: "tradewind-portal",
    username: userName,
    password,
    width: "0",
    height: "0",
  };
  const token = await app.app.inject({
    method: "POST",
    url: "/api/auth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });
  expect(Object.keys(token.json<object>())).toContain(".expires");
  const signed = await app.call(person, agreementGate.checkSeveral, { body: { ServiceIds: [8] } });
  expect(Object.keys(signed.Result!)).toEqual(["multipleAgreementDetails"]);
  expect((await app.call(person, psa.settings)).Result).toEqual({ response: null });
  const { BillingDetails } = (await app.call(person, myBusiness.current)).Result!;
  expect(Object.keys(BillingDetails)).toEqual(["PreferredPaymentMethod"]);
});
