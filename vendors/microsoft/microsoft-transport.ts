/** Calls to Microsoft's systems: tokens, refusals and checked answers. */
import type { z } from "zod";
import { callHttp, type HttpAnswer, type HttpCall, VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import * as shape from "./microsoft-api-shapes.ts";
import type { Round } from "./microsoft-round.ts";

export type MicrosoftSettings = {
  /** Such as `https://login.microsoftonline.com`. */
  identityUrl: string;
  /** The partner's own tenant: a domain or an id. */
  tenant: string;
  clientId: string;
  clientSecret: string;
  /** Refresh token of the secure application model; agreements can only be confirmed with it. */
  refreshToken?: string;
  timeoutMs?: number;
  /** Real time in milliseconds; tokens are cached for most of their life. */
  now: () => number;
  newId: () => string;
};

const system = "Microsoft";
/** Cost Management says by headers of its own how long it wants to be left alone. */
const waits = /^x-ms-ratelimit-microsoft\..*-retry-after$/;

/** Makes calls to one of Microsoft's systems, each with a token for it. */
export function caller(settings: MicrosoftSettings, url: string, audience: string) {
  const takeToken = tokenSource(settings, audience);
  return async (method: HttpCall["method"], path: string, json?: unknown, headers: Record<string, string> = {}) => {
    const send = async (token: string) =>
      callHttp({
        system,
        method,
        url: url + path,
        headers: { authorization: `Bearer ${token}`, "x-locale": "en-GB", ...headers },
        json,
        timeoutMs: settings.timeoutMs,
        waits,
        references: ["MS-RequestId", "MS-CorrelationId", "MS-CV", "request-id"],
      });
    const answer = await send(await takeToken());
    return answer.status === 401 ? send(await takeToken({ afresh: true })) : answer;
  };
}

export type Send = ReturnType<typeof caller>;
export type Request = { json?: unknown; headers?: Record<string, string>; requestId?: string };

/** Gives each call the numbers by which Microsoft's support finds it, and tells its round what became of it. */
export const numbered =
  (send: Send, newId: () => string, round?: Round) =>
  async (method: HttpCall["method"], path: string, { json, headers, requestId = newId() }: Request = {}) => {
    // Graph has a name of its own for the number of a request.
    const ids = {
      "ms-requestid": requestId,
      "ms-correlationid": round?.correlationId ?? newId(),
      "client-request-id": requestId,
    };
    const isWrite = method !== "GET";
    try {
      const answer = await send(method, path, json, { ...ids, ...headers });
      const { references } = answer;
      // What is not there is looked for, too.
      const isRefused = answer.status >= 400 && (isWrite || answer.status !== 404);
      round?.note({ isWrite, answer: isRefused ? "refused" : "given", references });
      return answer;
    } catch (error) {
      if (error instanceof VendorUnavailable) round?.note({ isWrite, answer: "none", references: error.references });
      throw error;
    }
  };

export function read<T extends z.ZodType>(answer: HttpAnswer, reply: T): z.infer<T> {
  const body = shape.lowerKeys(answer.body);
  const { references } = answer;
  if (answer.status === 401) throw new VendorUnavailable("Microsoft refused the partner's sign-in", { references });
  if (answer.status >= 300 || isError(body)) throw refusalOf(answer.status, body);
  const result = reply.safeParse(body);
  if (!result.success)
    throw new VendorUnavailable("Microsoft's answer has an unexpected shape", { cause: result.error, references });
  return result.data;
}

const refusalShape = shape.errorShape.required({ code: true, description: true });

/** Some refusals come with status 200. */
const isError = (body: unknown) => refusalShape.safeParse(body).success && !Object.hasOwn(body!, "id");

function refusalOf(status: number, body: unknown): VendorRefusal {
  const { error, ...own } = shape.errorShape.safeParse(body).data ?? {};
  const { code, description, message } = { ...own, ...error };
  return new VendorRefusal(status, String(code ?? status), description ?? message ?? `Microsoft answered ${status}`);
}

/** Caches a token for most of its life; requests another one when it is rejected. */
function tokenSource(settings: MicrosoftSettings, audience: string) {
  let held: { token: string; until: number } | undefined;
  const grant: Record<string, string> = settings.refreshToken
    ? { grant_type: "refresh_token", refresh_token: settings.refreshToken }
    : { grant_type: "client_credentials" };

  return async ({ afresh = false } = {}): Promise<string> => {
    if (held && !afresh && held.until > settings.now()) return held.token;
    const answer = await callHttp({
      system: "Microsoft's sign-in",
      method: "POST",
      url: `${settings.identityUrl}/${settings.tenant}/oauth2/token`,
      form: { ...grant, resource: audience, client_id: settings.clientId, client_secret: settings.clientSecret },
      timeoutMs: settings.timeoutMs,
    });
    const token = shape.tokenShape.safeParse(answer.body);
    if (answer.status !== 200 || !token.success)
      throw new VendorUnavailable(`Microsoft refused the partner's sign-in with ${answer.status}`);
    held = { token: token.data.access_token, until: settings.now() + (token.data.expires_in ?? 600) * 900 };
    return held.token;
  };
}
