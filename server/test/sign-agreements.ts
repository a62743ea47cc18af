import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Reads and signs every agreement for the person's reseller, so that products can be ordered. */
export async function signAgreements(app: TestApp, person: Person): Promise<void> {
  const { Result } = await app.call(person, agreements.list);
  for (const { AgreementId } of Result!.Items) {
    const { Result: text } = await app.call(person, agreements.byId, { params: { agreementId: AgreementId } });
    await app.call(person, agreements.sign, {
      params: { agreementId: AgreementId },
      body: {
        Version: text!.Version,
        TextHash: text!.TextHash,
        ReadToEnd: true,
        Name: "Robin Tester",
        JobTitle: "Director",
      },
    });
  }
}
