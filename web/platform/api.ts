import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { Endpoint, Envelope, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { auth } from "@tradewind/contract/access/auth.ts";
import { ApiError, asApiError } from "./api-error.ts";
import { counted } from "./activity.ts";
import { fetchApi } from "./config.ts";
import { leave } from "./leave.ts";
import { loginAddress } from "./safe-return.ts";
import { forget } from "./storage.ts";
import { accessToken, actorName, beginLeaving, dropToken, endSession, keepOut, loadSso, renewToken } from "./tokens.ts";

type Options = {
  /** Made once per dialog or action, so that pressing again after a lost answer cannot act twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** A refusal with this status is the caller's to deal with: the session goes on. */
  quiet?: number;
  /** A write beside what the person does, such as a draft: it does not lock the page. */
  aside?: boolean;
};
type CallArgs<E> = {} extends SentOf<E> ? [sent?: SentOf<E> & Options] : [sent: SentOf<E> & Options];
type Loose = Options & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Calls an endpoint of the contract; the answer's result, or an ApiError. Renews an ended token once. */
export async function call<E extends Endpoint>(endpoint: E, ...[sent]: CallArgs<E>): Promise<ResultOf<E>> {
  return (await callWithMessages(endpoint, sent as Loose)).Result as ResultOf<E>;
}

/** Like `call`, for a write under a key: sent again under the same key, it is not done twice. */
export const callUnder = async <E extends Endpoint>(
  idempotencyKey: string,
  endpoint: E,
  sent: SentOf<E>,
): Promise<ResultOf<E>> =>
  (await callWithMessages(endpoint, { ...(sent as Loose), idempotencyKey })).Result as ResultOf<E>;

/** Like `call`, with the sentences that go with the result. */
export async function callWithMessages<E extends Endpoint>(endpoint: E, options: Loose = {}) {
  const response = await answered(endpoint, options);
  const envelope = (await response.json().catch(() => null)) as Envelope<ResultOf<E>> | null;
  if (!envelope?.Succeed) throw new ApiError(response.status, envelope ?? undefined);
  return envelope;
}

/** Fetches a file and hands it to the browser under a name. The address it lives under is given back after a second. */
export async function downloadFile<E extends Endpoint>(endpoint: E, sent: SentOf<E>, name: string): Promise<void> {
  const response = await answered(endpoint, sent);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function answered(endpoint: Endpoint, options: Loose): Promise<Response> {
  const isRead = endpoint.reads ?? endpoint.method === "GET";
  const key = isRead ? undefined : (options.idempotencyKey ?? crypto.randomUUID());
  // What changes nothing, such as a proposal, must not lock the page while it is under way.
  return counted(isRead || options.aside ? "reads" : "writes", async () => {
    const bearer = endpoint.access === "public" ? undefined : await accessToken();
    let response = await send(endpoint, options, bearer, key);
    if (response.status === 401 && endpoint.access !== "public")
      response = await send(endpoint, options, await renewToken(bearer), key);
    if (response.ok) return response;
    const text = await response.text();
    const body = envelopeOf(text);
    if (response.status !== options.quiet) {
      if (response.status === 401 && endpoint.access !== "public") endSession();
      if (body?.Error === "addressNotAllowed") keepOut(text);
      if (response.status === 403) forbidden(body?.Error ?? bareCode(text));
    }
    throw new ApiError(response.status, body);
  });
}

function envelopeOf(text: string): Partial<Envelope<unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A body that is nothing but its code, plain or as JSON text, as something in front of the server may answer. */
const bareCode = (text: string): string => text.trim().replace(/^"(.*)"$/, "$1");

/** Whether a page that was refused something is left because its person may not open it any more. */
let isLeft: (() => Promise<boolean>) | undefined;
/** Asked before a missing permission is told, since a right may be lost before the page hears of it; returns how to stop. */
export function askWhenRefused(ask: () => Promise<boolean>): () => void {
  isLeft = ask;
  return () => (isLeft = undefined);
}

async function lacksPermission(): Promise<void> {
  if (!(await isLeft?.().catch(() => false))) location.assign(publicPages.permissionError);
}

/** A missing permission has its page; any other refusal of this kind logs the person out (AUTH-118, AUTH-119). */
function forbidden(code: string): void {
  if (code === "PermissionNotFound") void lacksPermission();
  else if (beginLeaving()) void signOut(loginAddress());
}

/** Ends the session on the server, and here even when the server does not answer. One of a provider ends everywhere. */
export async function signOut(then: string = publicPages.login): Promise<void> {
  const target = localStorage.getItem("ssoSession") && (await (await loadSso()).leavePortals(accessToken()));
  beginLeaving();
  await call(auth.signOut).catch(() => undefined);
  dropToken();
  forget();
  // The router writes how far each page was scrolled when the document is left: this comes after it.
  addEventListener("pagehide", () => sessionStorage.clear(), { once: true });
  sessionStorage.clear();
  leave.to(target || then);
}

function send(
  endpoint: Endpoint,
  { params, query, body, signal }: Loose,
  bearer: string | undefined,
  key: string | undefined,
): Promise<Response> {
  const headers = new Headers({ Accept: endpoint.file ?? "application/json" });
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  const actor = actorName();
  if (bearer && actor) headers.set("X-Actor", encodeURIComponent(actor));
  if (key) headers.set("Idempotency-Key", key);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  return fetchApi(pathOf(endpoint.path, params) + queryOf(query), {
    method: endpoint.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw asApiError(error);
  });
}

export const pathOf = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
