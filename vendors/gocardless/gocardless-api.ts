/** GoCardless's REST API: bodies are named after what they hold, and errors name the fields that they are about. */
import { z } from "zod";
import { callHttp, VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";

export type GocardlessApiSettings = { url: string; accessToken: string; timeoutMs?: number };

const version = "2015-07-06";
const fault = z.looseObject({
  field: z.string().optional(),
  message: z.string(),
  reason: z.string().optional(),
  links: z.looseObject({ conflicting_resource_id: z.string().optional() }).nullish(),
});
export const errorShape = z.looseObject({
  error: z.looseObject({ type: z.string(), message: z.string(), errors: z.array(fault).nullish() }),
});

/** Says which fields were refused, if it was for their sake. */
export class GocardlessRefusal extends VendorRefusal {
  readonly faults: readonly z.infer<typeof fault>[];
  constructor(status: number, { type, message, errors }: z.infer<typeof errorShape>["error"]) {
    const faults = errors ?? [];
    super(status, faults[0]?.reason ?? type, faults[0]?.message ?? message);
    this.faults = faults;
  }
}

export function gocardlessApi({ url, accessToken, timeoutMs }: GocardlessApiSettings) {
  /** Calls GoCardless. What is made under a `key` is made once: whoever asks again gets what there is. */
  return async function call<T extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    shape: T,
    { json, key }: { json?: object; key?: string } = {},
  ): Promise<z.infer<T>> {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      "gocardless-version": version,
      ...(key !== undefined && { "idempotency-key": key }),
    };
    const { status, body } = await callHttp({
      system: "GoCardless",
      method,
      url: url + path,
      headers,
      json,
      timeoutMs,
    });
    if (status === 401 || status === 403) throw new VendorUnavailable("GoCardless refused our access token");
    if (status >= 400) {
      const refused = errorShape.safeParse(body).data;
      if (!refused) throw new VendorUnavailable(`GoCardless answered ${status}`);
      const made = refused.error.errors?.[0]?.links?.conflicting_resource_id;
      if (status === 409 && made !== undefined) return call("GET", `${path}/${encodeURIComponent(made)}`, shape);
      throw new GocardlessRefusal(status, refused.error);
    }
    const answer = shape.safeParse(body);
    if (!answer.success)
      throw new VendorUnavailable("GoCardless's answer has an unexpected shape", { cause: answer.error });
    return answer.data;
  };
}

export type GocardlessCall = ReturnType<typeof gocardlessApi>;
