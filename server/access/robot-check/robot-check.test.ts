import { robotCheck, type RobotChallenge } from "@tradewind/contract/access/robot-check.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { beforeAll, expect, test } from "vitest";
import { addPerson, askToken } from "../../test/auth-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const challenge = async () => (await app.call(null, robotCheck.challenge)).Result!;
const textOf = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString("base64");
const solved = async (given?: RobotChallenge) => {
  const asked = given ?? (await challenge());
  return { challenge: asked, solution: (await solveChallenge({ challenge: asked, deriveKey }))! };
};
const required = { error: "robot_required", error_description: "Please confirm that you are not a robot." };
const wrong = { password: "Wrong-Lantern-42" };
const errorOf = async (form: Record<string, string>, ip?: string) =>
  (await askToken(app.app, form, ip)).json<{ error?: string }>().error;

/** A user name with three failures. */
let failed: { username: string };
beforeAll(async () => {
  failed = { username: (await addPerson(app)).userName };
  for (let time = 0; time < 3; time++) {
    const error = await errorOf({ ...failed, ...wrong });
    if (error !== "invalid_grant") throw new Error(`A wrong password was answered with ${error}`);
  }
});

test("AUTH-46 AUTH-47 after three failures of a name, not before, the server wants the robot check solved, even with the right password", async () => {
  const refused = await askToken(app.app, failed);
  expect([refused.statusCode, refused.json()]).toEqual([400, required]);
  const altcha = textOf(await solved());
  expect(await errorOf({ ...failed, ...wrong, altcha })).toBe("invalid_grant");
  expect((await askToken(app.app, { ...failed, altcha: textOf(await solved()) })).statusCode).toBe(200);
  // The right password clears the failures.
  expect((await askToken(app.app, failed)).statusCode).toBe(200);
});

test("AUTH-88 linking an account wants the robot check after three failures too, and takes its solution", async () => {
  const { userName: username } = await addPerson(app);
  const link = async (changes: Record<string, string> = {}) => {
    const body = { width: "1", height: "1", username, adtoken: "none", ...wrong, ...changes };
    const { status, text } = await app.call(null, sso.linkAccount, { body });
    return [status, JSON.parse(text) as object];
  };
  const incorrect = [400, { Message: "The supplied details are incorrect" }];
  for (let time = 0; time < 3; time++) expect(await link()).toEqual(incorrect);
  expect(await link()).toEqual([400, { Message: "Please confirm that you are not a robot.", ...required }]);
  expect(await link({ altcha: textOf(await solved()) })).toEqual(incorrect);
});

test("an unknown name is asked for the check just the same", async () => {
  const username = "nobody-at-all@example.com";
  const errors: (string | undefined)[] = [];
  for (let time = 0; time < 4; time++) errors.push(await errorOf({ username, ...wrong }, "192.0.2.30"));
  expect(errors).toEqual(["invalid_grant", "invalid_grant", "invalid_grant", "robot_required"]);
});

test("after ten failures of an address every name from there is asked", async () => {
  const ip = "192.0.2.40";
  for (let time = 0; time < 10; time++)
    expect(await errorOf({ username: `stranger-${time}@example.com`, ...wrong }, ip)).toBe("invalid_grant");
  const { userName } = await addPerson(app);
  expect(await errorOf({ username: userName }, ip)).toBe("robot_required");
  expect((await askToken(app.app, { username: userName }, "192.0.2.41")).statusCode).toBe(200);
});

test("a solution lets one attempt through, also when many bring it at once", async () => {
  const { userName } = await addPerson(app);
  for (let time = 0; time < 3; time++) await askToken(app.app, { username: userName, ...wrong }, "192.0.2.50");
  const altcha = textOf(await solved());
  const errors = await Promise.all(
    Array.from({ length: 8 }, () => errorOf({ username: userName, ...wrong, altcha }, "192.0.2.51")),
  );
  expect(errors.map(String).toSorted()).toEqual([
    "invalid_grant",
    ...Array.from({ length: 7 }, () => "robot_required"),
  ]);
});

test("a tampered, foreign, unsolved or expired proof is refused", async () => {
  const { userName } = await addPerson(app);
  for (let time = 0; time < 3; time++) await askToken(app.app, { username: userName, ...wrong }, "192.0.2.60");
  const good = await solved();
  const parameters = good.challenge.parameters;
  const bent = (changes: object) =>
    textOf({ ...good, challenge: { ...good.challenge, parameters: { ...parameters, ...changes } } });
  for (const altcha of [
    "",
    "abc",
    textOf(null),
    textOf({ ...good, solution: { ...good.solution, derivedKey: "00" } }),
    textOf({ ...good, solution: { ...good.solution, derivedKey: "zz" } }),
    textOf({ ...good, challenge: { ...good.challenge, signature: "00" } }),
    bent({ nonce: parameters.nonce.toUpperCase() }),
    bent({ keyPrefix: "00" }),
    bent({ expiresAt: parameters.expiresAt + 1 }),
    bent({ expiresAt: 1 }),
  ])
    expect([altcha, await errorOf({ username: userName, altcha }, "192.0.2.61")]).toEqual([altcha, "robot_required"]);
  expect((await askToken(app.app, { username: userName, altcha: textOf(good) }, "192.0.2.61")).statusCode).toBe(200);
});
