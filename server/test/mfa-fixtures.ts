import { mfa } from "@tradewind/contract/access/mfa.ts";
import { codeOfStep, stepAt } from "../access/factors/one-time-code.ts";
import { addPerson, password, signInWith, type Browser } from "./auth-fixtures.ts";
import type { TestApp } from "./test-app.ts";

/** Returns the code a person's device shows now. */
export const codeOf = (key: string): string => codeOfStep(key, stepAt(Date.now()));
/** Returns six digits that match none of the key's current codes. */
export const wrongCodeOf = (key: string): string => {
  const near = [-1, 0, 1].map((away) => codeOfStep(key, stepAt(Date.now()) + away));
  return ["000000", "111111", "222222", "333333"].find((code) => !near.includes(code))!;
};

/** Makes the current codes valid again, as if time had moved on. */
export const nextStep = (app: TestApp, personId: string) =>
  app.sql("update factors set last_step = 0 where person_id = $1", [personId]);

/** Confirms by password that it is the person, and asks for a secret. */
export async function startSetup(app: TestApp, browser: Pick<Browser, "token">) {
  await app.call(browser, mfa.verifyUser, { body: { Password: password } });
  return app.call(browser, mfa.setup);
}

export type Enrolled = Awaited<ReturnType<typeof addPerson>> & {
  browser: Browser;
  key: string;
  recoveryCodes: string[];
};

/** Adds a signed-in person with a factor whose current code is still valid. */
export async function addEnrolled(app: TestApp, changes: Parameters<typeof addPerson>[1] = {}): Promise<Enrolled> {
  const person = await addPerson(app, changes);
  const browser = await signInWith(app.app, person.userName);
  const { Result: setup } = await startSetup(app, browser);
  const configured = await app.call(browser, mfa.configure, { body: { Token: codeOf(setup!.manualEntryKey) } });
  if (configured.status !== 200) throw new Error(`Setting up answered ${configured.text}`);
  await nextStep(app, person.personId);
  return { ...person, browser, key: setup!.manualEntryKey, recoveryCodes: configured.Result!.RecoveryCodes };
}
