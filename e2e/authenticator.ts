import { createHmac } from "node:crypto";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";

export const password = "Copper-Lantern-42";

const address = () => `http://localhost:${process.env["E2E_PORT"]}`;
/** How long a code is valid, in milliseconds. */
const stepLength = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the TOTP code for a key (RFC 6238); `away` counts steps of thirty seconds from now. */
export function codeOf(key: string, away = 0): string {
  const bits = Array.from(key, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepLength) + away));
  const hash = createHmac("sha1", secret).update(step).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Signs in through the API, with an authenticator code if one is needed, and returns the token. */
export async function tokenOf(username: string, mfaToken = ""): Promise<string> {
  const who = { username, password, ...(mfaToken && { mfaToken }) };
  const form = { grant_type: "password", client_id: "tradewind-portal", width: "1", height: "1", ...who };
  const response = await fetch(address() + waysIn.token.path, { method: "POST", body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`${username} was not signed in: ${response.status}`);
  return token;
}

/** Calls the API with somebody's token and returns the result. */
export async function callAs<T>(token: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(address() + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== "GET" && { "idempotency-key": crypto.randomUUID() }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { Result: T }).Result;
}

/** Enrols a second factor using the previous step's code, so that the current one is still unused. Returns its key. */
export async function enrol(userName: string): Promise<string> {
  const token = await tokenOf(userName);
  await callAs(token, mfa.verifyUser.method, mfa.verifyUser.path, { Password: password });
  const { manualEntryKey } = await callAs<{ manualEntryKey: string }>(token, mfa.setup.method, mfa.setup.path);
  const configure = () =>
    callAs(token, mfa.configure.method, mfa.configure.path, { Token: codeOf(manualEntryKey, -1) });
  // It is too old if a step ended while it was on its way: then there is another.
  await configure().catch(configure);
  return manualEntryKey;
}
