/** Helpjuice's REST API, version 3: the key goes raw into the header, lists come by page, errors as a message or a list of them. */
import { z } from "zod";
import { callHttp, VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";

export type HelpjuiceApiSettings = { url: string; apiKey: string; timeoutMs?: number };

/** Largest page it gives. */
const pageSize = 100;
/** More pages than this are no account's. */
const mostPages = 1_000;
const meta = z.looseObject({ current: z.number(), total_pages: z.number() });
const fault = z.looseObject({ error: z.string().optional(), errors: z.array(z.string()).optional() });

export function helpjuiceApi({ url, apiKey, timeoutMs }: HelpjuiceApiSettings) {
  async function call<T extends z.ZodType>(
    path: string,
    shape: T,
    query: Readonly<Record<string, string>> = {},
  ): Promise<z.infer<T>> {
    const { status, body } = await callHttp({
      system: "Helpjuice",
      method: "GET",
      url: `${url}/api/v3${path}?${new URLSearchParams(query).toString()}`,
      headers: { authorization: apiKey },
      timeoutMs,
    });
    if (status === 401 || status === 403) throw new VendorUnavailable("Helpjuice refused our API key");
    if (status >= 400) {
      const said = fault.safeParse(body).data;
      throw new VendorRefusal(status, String(status), said?.error ?? said?.errors?.join(", ") ?? `answered ${status}`);
    }
    const answer = shape.safeParse(body);
    if (!answer.success)
      throw new VendorUnavailable("Helpjuice's answer has an unexpected shape", { cause: answer.error });
    return answer.data;
  }

  /** Reads all pages of a list. What moves from one page to another meanwhile is read twice, and counts once. */
  async function list<T extends z.ZodType<{ id: number }>>(
    path: string,
    name: string,
    shape: T,
    query: Readonly<Record<string, string>> = {},
  ): Promise<z.infer<T>[]> {
    const found = new Map<number, z.infer<T>>();
    const paged = z.looseObject({ meta });
    for (let page = 1; page <= mostPages; page++) {
      const answer = await call(path, paged, { ...query, page: String(page), limit: String(pageSize) });
      const rows = z.array(shape).safeParse(answer[name]);
      if (!rows.success)
        throw new VendorUnavailable("Helpjuice's answer has an unexpected shape", { cause: rows.error });
      for (const row of rows.data) found.set(row.id, row);
      if (page >= answer.meta.total_pages) return [...found.values()];
    }
    throw new VendorUnavailable("Helpjuice's list has no end");
  }
  return { call, list };
}
