import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { mailbox } from "@tradewind/contract/portal/mailbox.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { people, workAccounts } from "@tradewind/simulators/identity-provider/people.ts";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { expect, test, vi } from "vitest";
import { addPerson, askToken, cookieOf, password, renewWith, signInWith } from "./auth-fixtures.ts";
import { codeOf, startSetup } from "./mfa-fixtures.ts";
import { callbackBody, comeBack, link, ourPage, redeem, testProvider } from "./provider-fixtures.ts";
import { testApp } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";
import { addCard } from "./vault-cards.ts";

let written = "";
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written += chunk.toString();
    done();
  },
});
const provider = await testProvider();
const app = await testApp({ ...provider.settings, LOG_LEVEL: "trace" }, { log });
const worker = await testWorker(app, { log, help: true });
const answers = vi.spyOn(app.app, "inject");

/** Every secret that passed through the product, by name. */
const secrets = new Map<string, string>();
const secret = (what: string, value: string): string => {
  if (value.length < 8) throw new Error(`There is no ${what}: ${value}`);
  secrets.set(`${what} ${secrets.size}`, value);
  return value;
};
const hashed = (text: string) => createHash("sha256").update(text).digest();
const noPassword = { username: undefined, password: undefined, mfaKey: undefined, mfaToken: undefined };

/** Repeats a call with secrets while tables are missing. */
type Again = () => Promise<unknown>;

async function withPasswords(): Promise<Again> {
  const { userName } = await addPerson(app);
  const browser = await signInWith(app.app, userName);
  secret("password", password);
  secret("access token", browser.token);
  secret("refresh token", browser.cookie);
  secret("signature of a refresh token", browser.cookie.split(".")[3]!);
  const renewed = await renewWith(app.app, browser.cookie);
  secret("refresh token", cookieOf(renewed)!);
  const wrong = secret("wrong password", "Canary-Wrong-7391");
  await askToken(app.app, { username: userName, password: wrong });
  await askToken(app.app, { username: userName, password: wrong, scope: wrong });
  await askToken(app.app, { username: wrong, password: wrong.slice(0, 8) });
  for (const payload of [`{"password":"${wrong}`, `{"${wrong}":1,"__proto__":"${wrong}"}`])
    await app.app.inject({
      method: "POST",
      url: "/api/auth/token",
      headers: { "content-type": "application/json" },
      payload,
    });
  const chosen = secret("password", "Canary-Chosen-5527-Quay");
  const params = { loginKind: "admin", loginName: userName } as const;
  await app.call(browser, passwords.update, { params, body: { oldPassword: wrong, newPassword: chosen } });
  await app.call(browser, passwords.update, { params, body: { oldPassword: password, newPassword: "short" } });
  expect(
    (await app.call(browser, passwords.update, { params, body: { oldPassword: password, newPassword: chosen } }))
      .status,
  ).toBe(200);
  const generated = await app.call(await app.signIn(), passwords.generate);
  secret("password", generated.Result!.Password);
  return () =>
    Promise.all([askToken(app.app, { username: userName, password: chosen }), renewWith(app.app, cookieOf(renewed)!)]);
}

type Mails = { mails: { text: string }[] };

/** Requests password links and keys; the mail server fails the first time. */
async function withResetKeys(): Promise<Again> {
  const { userName, personId } = await addPerson(app);
  await worker.control("mail", "act", { refuse: { times: 1, code: 451 } });
  await app.call(null, passwords.requestReset, { body: { UserName: userName } });
  const to = encodeURIComponent(`mail-of-${userName}`.toLowerCase());
  const mail = await worker.until(
    async () => ((await worker.control("mail", `mails?to=${to}`)) as Mails).mails[0],
    "the mailed link",
  );
  const url = secret("mailed link", /http:\S+\/change-password\/\S+/.exec(mail.text)![0]);
  const key = secret("reset key", url.split("/").at(-1)!);
  await app.sql("update people set reset_required = true where id = $1", [personId]);
  const told = (await askToken(app.app, { username: userName })).json<{ error_description: string }>();
  const signInKey = secret("key of sign-in", told.error_description.split("|")[3]!);
  const change = (body: { key: string; oldPassword: string | null; newPassword: string }) =>
    app.call(null, passwords.change, { body });
  await change({ key, oldPassword: null, newPassword: "short" });
  await change({ key: signInKey, oldPassword: secret("wrong password", "Canary-Old-99313"), newPassword: "short" });
  const newPassword = secret("password", "Canary-Mailed-8841-Ferry");
  // While tables are missing the key stays valid; it is used up afterwards.
  return () => change({ key, oldPassword: null, newPassword });
}

async function withFactor(): Promise<Again> {
  const { userName, personId } = await addPerson(app);
  const browser = await signInWith(app.app, userName);
  const { manualEntryKey, qrCodeSetupImageUrl } = (await startSetup(app, browser)).Result!;
  secret("seed", manualEntryKey);
  secret("picture of a seed", qrCodeSetupImageUrl.slice(-200));
  await app.call(browser, mfa.configure, { body: { Token: "000000" } });
  const { RecoveryCodes } = (await app.call(browser, mfa.configure, { body: { Token: codeOf(manualEntryKey) } }))
    .Result!;
  for (const code of RecoveryCodes) {
    secret("recovery code", code);
    secret("recovery code", code.replaceAll("-", ""));
  }
  await askToken(app.app, { username: userName, recoveryCode: RecoveryCodes[0]! });
  await askToken(app.app, { username: userName, recoveryCode: RecoveryCodes[0]! });
  const asked = await addPerson(app);
  await app.sql("update memberships set mfa_required = true where person_id = $1", [asked.personId]);
  const told = (await askToken(app.app, { username: asked.userName })).json<{ error_description: string }>();
  const [mfaKey] = told.error_description.split("|");
  secret("seed at sign-in", mfaKey!);
  await askToken(app.app, { username: asked.userName, mfaKey: mfaKey!, mfaToken: codeOf(mfaKey!) });
  await app.sql("update factors set last_step = 0 where person_id = $1", [personId]);
  return () => askToken(app.app, { username: userName, recoveryCode: RecoveryCodes[1]! });
}

async function withProviders(): Promise<Again> {
  const { personId, userName } = await addPerson(app);
  await link(app, "sso", provider.issuer, people[0]!.id, personId);
  const visit = await comeBack(app, { provider: "sso" }, people[0]!.userName);
  secret("secret of a browser", visit.browser);
  secret("ticket", visit.ticket);
  const back = callbackBody(visit.back);
  secret("state", back.state);
  secret("code of a provider", back.code!);
  await app.call(null, sso.callback, { body: back }, { headers: ourPage(visit.browser) });
  const entered = await redeem(app, "sso", visit.ticket, visit.browser);
  secret("refresh token", cookieOf(entered)!);
  const { EndSessionUrl } = (
    await app.call({ token: entered.json<{ access_token: string }>().access_token }, sso.farewell)
  ).Result!;
  secret("id token of a provider", new URL(EndSessionUrl!).searchParams.get("id_token_hint")!);
  await redeem(app, "sso", visit.ticket, visit.browser);
  const work = await comeBack(app, { provider: "aad" }, workAccounts[0]!.userName);
  secret("ticket", work.ticket);
  const body = { width: "1", height: "1", username: userName, password: "Canary-Link-21177", adtoken: work.ticket };
  secret("wrong password", body.password);
  const linkUp = (changes = {}) =>
    app.call(null, sso.linkAccount, { body: { ...body, ...changes } }, { headers: ourPage(work.browser) });
  await linkUp();
  return () => Promise.all([linkUp({ password }), redeem(app, "aad", work.ticket, work.browser)]);
}

async function withJumpsAndTickets(): Promise<Again> {
  const staff = await app.signInOperator();
  const person = await app.signIn();
  const begin = async () =>
    (await app.call(staff, jump.begin, { params: { membershipId: person.membershipId } })).Result!;
  const made = await begin();
  secret("jump", made.cmtoken);
  const enter = (grant: { cmtoken: string; adminid: string }) =>
    askToken(app.app, { ...noPassword, grant_type: "sysops", ...grant });
  secret("refresh token", cookieOf(await enter(made))!);
  await enter(made);
  await enter({ ...made, adminid: crypto.randomUUID() });
  const again = await begin();
  secret("jump", again.cmtoken);
  const ticket = secret("ticket of the stream", (await app.call(person, notifications.negotiate)).Result!.accessToken);
  const listen = () => app.app.inject({ url: `${notifications.stream.path}?access_token=${ticket}x` });
  await listen();
  return () => Promise.all([enter(again), listen(), app.call({ token: staff.token }, session.current)]);
}

async function withRobotCheck(): Promise<Again> {
  const { userName } = await addPerson(app);
  for (let time = 0; time < 3; time++) await askToken(app.app, { username: userName, password: "wrong" });
  const challenge = (await app.call(null, robotCheck.challenge)).Result!;
  const solution = (await solveChallenge({ challenge, deriveKey }))!;
  const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
  secret("robot solution", altcha);
  secret("answer of a robot check", solution.derivedKey);
  await askToken(app.app, { username: userName, password: "wrong", altcha });
  return () => askToken(app.app, { username: userName, altcha });
}

async function withMailboxLinks(): Promise<Again> {
  const [user, token] = [
    secret("mailbox key", `canary-${crypto.randomUUID()}`),
    secret("archive token", `canary-${crypto.randomUUID()}`),
  ];
  await app.sql("insert into quarantined_messages (message_id, user_key_hash, subject) values ('M-1', $1, 'A quote')", [
    hashed(user),
  ]);
  await app.sql(
    "insert into archive_access_links (access_type, token_hash, expires_at) values ('full', $1, now() + interval '1 day')",
    [hashed(token)],
  );
  const follow = async (MID: string, AccessType: string) => [
    (await app.call(null, mailbox.spamRelease, { query: { MID, UID: user } })).status,
    (await app.call(null, mailbox.archiveAccess, { query: { AccessType, Token: token } })).status,
  ];
  expect(await follow("M-1", "full")).toEqual([200, 200]);
  expect(await follow("M-2", "half")).toEqual([404, 404]);
  return () => follow("M-1", "full");
}

/** A card and a bank account, which nobody of ours keeps, each entered well and in vain. */
async function withCardsAndAccounts(): Promise<Again> {
  const { vault, debits } = worker.platform;
  Object.assign(app.platform, { vault, debits });
  const person = await app.signIn();
  await app.sql(
    "update resellers set address1 = '1 High Street', town_city = 'Leeds', post_code = 'LS1 1AA', billing_email = 'pay@example.com' where id = $1",
    [person.resellerId],
  );
  for (const number of ["4111111111111111", "4000000000000341"])
    await addCard(app, (what, body) => worker.control("zuora", what, body), person, secret("card number", number));
  const authorise = (SortCode: string, AccountNumber: string) =>
    app.call(person, directDebits.authorise, {
      body: { AccountHolderName: "Harbour IT", SortCode, AccountNumber, Confirmed: true },
    });
  await authorise("938063", secret("account number", "15763217"));
  expect((await authorise("200000", secret("account number", "60328741"))).status).toBe(200);
  await worker.until(async () => {
    const { Status } = (await app.call(person, directDebits.status)).Result!;
    return Status === "pendingSubmission";
  }, "the direct debit");
  return () => authorise("200000", "60328741");
}

const needed = [
  "people",
  "sessions",
  "password_keys",
  "factors",
  "sso_transactions",
  "used_tickets",
  "quarantined_messages",
  "mandates",
];

/** Repeats the calls while tables are missing, so that every failure is logged as an error. */
async function whileTablesAreGone(agains: readonly Again[]): Promise<void> {
  for (const table of needed) {
    await app.sql(`alter table ${table} rename to gone`);
    app.platform.sessions.forget("");
    for (const again of agains) await again();
    await app.sql(`alter table gone rename to ${table}`);
  }
  app.platform.sessions.forget("");
}

/** Dumps every row of our tables and of the job queue as text. */
async function dump(): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`,
  );
  expect(tables.length).toBeGreaterThan(50);
  let text = "";
  for (const { name } of tables)
    for (const { row } of await app.sql<{ row: string }>(`select t::text as row from ${name} t`)) text += `${row}\n`;
  return text;
}

/** The two refusals that legitimately carry a secret after the right password: a password key and a new seed. */
const handsOut = /^\{"error":"(reset_required|mfa_config_needed)"/;

/** Lists the encodings in which a secret could be stored in readable form. */
const spellings = (value: string): string[] => {
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
};
const found = (text: string): string[] =>
  [...secrets].filter(([, value]) => spellings(value).some((each) => text.includes(each))).map(([what]) => what);

test("no password, seed, code, key, token, ticket, link, card or account appears in the database, the logs or a refusal", async () => {
  const agains: Again[] = [];
  for (const use of [
    withPasswords,
    withResetKeys,
    withFactor,
    withProviders,
    withJumpsAndTickets,
    withRobotCheck,
    withMailboxLinks,
    withCardsAndAccounts,
  ])
    agains.push(await use());
  await whileTablesAreGone(agains);
  for (const again of agains) await again();

  const rows = await dump();
  const refusals: string[] = [];
  for (const { value } of answers.mock.results) {
    const { statusCode, body } = (await value) as { statusCode: number; body: string };
    if (statusCode >= 400 && !handsOut.test(body)) refusals.push(body);
  }
  expect(secrets.size).toBeGreaterThan(40);
  // Checks the search itself: it finds what may be stored.
  expect(rows).toContain(hashed([...secrets].find(([what]) => what.startsWith("mailbox key"))![1]).toString("hex"));
  expect(rows).toContain("$argon2id$");
  expect(written).toContain("A request failed");
  expect(refusals.some((body) => body.includes('"Error":"unexpected"'))).toBe(true);

  expect(found(rows)).toEqual([]);
  expect(found(written)).toEqual([]);
  expect(found(refusals.join("\n"))).toEqual([]);
}, 240_000);
