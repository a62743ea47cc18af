/** Zuora's REST API: a refusal comes with status 200 and `success: false`, and says why in numbered reasons. */
import { z } from "zod";
import { callHttp, type HttpCall, VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";

export type ZuoraApiSettings = { url: string; clientId: string; clientSecret: string; timeoutMs?: number };

const tokenShape = z.looseObject({ access_token: z.string().min(1) });
const refusedShape = z.looseObject({
  success: z.literal(false),
  reasons: z.array(z.looseObject({ code: z.number(), message: z.string() })).default([]),
});

/** What the last two digits of a reason's code say. */
const notSignedIn = 11;
const notFound = 40;
/** Locked by another call, faults on Zuora's side or behind it, and too many calls: it may have been done, or may work later. */
const unclear: ReadonlySet<number> = new Set([50, 60, 61, 70, 99]);

export const isMissing = (error: unknown): boolean =>
  error instanceof VendorRefusal && Number(error.code) % 100 === notFound;

const system = "Zuora";

export type ZuoraCall = ReturnType<typeof zuoraApi>;

export function zuoraApi({ url, clientId, clientSecret, timeoutMs }: ZuoraApiSettings) {
  let token: Promise<string> | undefined;

  async function signIn(): Promise<string> {
    const { status, body } = await callHttp({
      system,
      method: "POST",
      url: `${url}/oauth/token`,
      form: { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" },
      timeoutMs,
    });
    const answer = tokenShape.safeParse(body);
    if (status !== 200 || !answer.success) throw new VendorUnavailable("Zuora refused our client");
    return answer.data.access_token;
  }

  async function send(call: Pick<HttpCall, "method" | "json" | "headers">, path: string) {
    token ??= signIn();
    const used = token;
    const bearer = await used.catch((error: unknown) => {
      if (token === used) token = undefined;
      throw error;
    });
    const headers = { authorization: `Bearer ${bearer}`, ...call.headers };
    const { status, body } = await callHttp({ system, ...call, url: url + path, headers, timeoutMs });
    const refused = refusedShape.safeParse(body).data;
    const code = refused?.reasons[0]?.code ?? 0;
    const isOver = status === 401 || (refused !== undefined && code % 100 === notSignedIn);
    if (isOver && token === used) token = undefined;
    return { status, body, refused, code, isOver };
  }

  /** Calls Zuora, once more if its token had expired. A POST is done once under its `key`. */
  return async function call<T extends z.ZodType>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    shape: T,
    { json, key }: { json?: object; key?: string } = {},
  ): Promise<z.infer<T>> {
    const asked = { method, json, headers: key === undefined ? undefined : { "idempotency-key": key } };
    let answer = await send(asked, path);
    if (answer.isOver) answer = await send(asked, path);
    const { status, body, refused, code } = answer;
    if (answer.isOver) throw new VendorUnavailable("Zuora refused our client");
    const why = refused?.reasons.map(({ message }) => message).join(" ") || `It answered ${status}`;
    if (refused && unclear.has(code % 100)) throw new VendorUnavailable(`Zuora failed: ${why}`);
    if (refused) throw new VendorRefusal(status, String(code), why);
    if (status === 404) throw new VendorRefusal(status, String(notFound), why);
    const result = shape.safeParse(body);
    if (status >= 300 || !result.success)
      throw new VendorUnavailable("Zuora's answer has an unexpected shape", { cause: result.error });
    return result.data;
  };
}
