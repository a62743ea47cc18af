import { passwordUserType, type PasswordRule } from "@tradewind/domain/access/passwords.ts";
import { fetchApi } from "../platform/config.ts";
import { t } from "../platform/translate.ts";

/** The response, whatever it is; status 0 if there was none. */
export type Answered = { status: number; ok: boolean; body: Record<string, unknown> };

type Sent = { body?: unknown; bearer?: string };
type Method = "GET" | "POST" | "PUT";

/** Makes a call about passwords. The public pages use it too, so it must not import the signed-in portal. */
export const sendPassword = (method: Method, path: string, sent: Sent = {}): Promise<Answered> =>
  sendTo(method, `/api/auth/passwords/${path}`, sent);

/** Idempotency keys of unanswered writes: sending the same again counts as a retry, which cannot act twice. */
const unanswered = new Map<string, string>();

/** Makes a call and returns every answer, errors included; sends a token only if one is given. */
export async function sendTo(method: Method, address: string, { body, bearer }: Sent = {}): Promise<Answered> {
  const headers = new Headers({ Accept: "application/json" });
  const write = `${method} ${address} ${JSON.stringify(body)}`;
  if (method !== "GET") {
    if (!unanswered.has(write)) unanswered.set(write, crypto.randomUUID());
    headers.set("Idempotency-Key", unanswered.get(write)!);
  }
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  try {
    const response = await fetchApi(address, request);
    if (response.status < 500) unanswered.delete(write);
    const read = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    return { status: response.status, ok: response.ok, body: read };
  } catch {
    return { status: 0, ok: false, body: {} };
  }
}

export function sentenceFor(status: number): string {
  if (status === 0) return t("ERROR.NO_ANSWER");
  if (status === 429) return t("ERROR.429");
  return t(status >= 500 ? "ERROR.500" : "ERROR.400");
}

/** Returns a failure's own message, or else the sentence for its status. */
export function saidBy({ status, body }: Answered): string {
  const said = ((body.Messages ?? []) as string[]).join(" ");
  return said || sentenceFor(status);
}

export const rulesIn = ({ ok, body }: Answered): PasswordRule[] | undefined =>
  ok ? (body.Result as { Rules: PasswordRule[] }).Rules : undefined;

/** A change of password; `existingPassword` is null if a mailed key is proof enough. */
export type PasswordChange = {
  key: string | null;
  userName: string;
  userType: string;
  existingPassword: string | null;
  newPassword: string;
};

/** Changes a password: signed out with a key, or one's own with a token. */
export function sendChange(change: PasswordChange, bearer?: string): Promise<Answered> {
  const { key, userName, newPassword, existingPassword: oldPassword } = change;
  const userType = passwordUserType(change.userType);
  return key === null
    ? sendPassword("PUT", `${userType}/${encodeURIComponent(userName)}`, { body: { oldPassword, newPassword }, bearer })
    : sendPassword("PUT", "change", { body: { key, userName, userType, oldPassword, newPassword } });
}
