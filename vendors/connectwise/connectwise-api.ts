/** ConnectWise's REST API: where a company's is, its pages, and its refusals. */
import { z } from "zod";
import { callPsa, messageOf, type PsaCallSettings } from "../psa-calls.ts";
import { PsaRefused, type PsaAccount } from "../psa.ts";
import { VendorUnavailable } from "../vendor.ts";

const system = "ConnectWise";
const onPremises = "v4_6_release/";
const pageSize = 1_000;
/** Pages of what belongs to one agreement: far more than there ever are. */
const mostPages = 100;
const companyInfo = z.looseObject({ Codebase: z.string().nullish(), codebase: z.string().nullish() });
const hasId = z.looseObject({ id: z.number() });

/** Where the API is: in the cloud, its host is another than the one people sign in at. */
export function apiOf(address: string, codebase: string): string {
  const url = new URL(address);
  if (codebase !== onPremises && !url.hostname.startsWith("api-")) url.hostname = `api-${url.hostname}`;
  return new URL(`/${codebase}apis/3.0`, url).href;
}

export function connectWiseApi(account: PsaAccount, settings: PsaCallSettings) {
  const { address, company, user, secret, clientId } = account;
  const headers = {
    authorization: `Basic ${Buffer.from(`${company}+${user}:${secret}`).toString("base64")}`,
    clientid: clientId,
    accept: "application/vnd.connectwise.com+json; version=2022.1",
  };
  let found: Promise<string> | undefined;

  async function discover(): Promise<string> {
    const place = ["login", "companyinfo", encodeURIComponent(company)].join("/");
    const url = new URL(place, new URL(address).origin).href;
    const { status, body } = await callPsa(system, settings, url, { headers: {} });
    const info = companyInfo.safeParse(body);
    const codebase = info.data?.Codebase ?? info.data?.codebase;
    if (status !== 200 || !codebase)
      throw new PsaRefused(`ConnectWise knows no company “${company}” at this address. Check both.`, { keys: true });
    return apiOf(address, codebase);
  }

  type Asked = {
    query?: Record<string, string>;
    more?: Record<string, string>;
    write?: { method: "POST" | "PATCH"; json: unknown };
  };
  async function ask(path: string, { query = {}, more = {}, write }: Asked) {
    const base = await (found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const answer = await callPsa(
      system,
      settings,
      [`${base}${path}`, ...(search.length > 0 ? [search.join("&")] : [])].join("?"),
      {
        headers: { ...headers, ...more },
        ...(write && { ...write, writes: true }),
      },
    );
    if (answer.status === 401)
      throw new PsaRefused("ConnectWise does not accept the keys. Check the company, the keys and the client ID.", {
        keys: true,
      });
    return answer;
  }

  /** Reads what has one page. Undefined if it is gone. */
  async function page<T extends z.ZodType>(
    path: string,
    shape: T,
    query: Record<string, string>,
    more?: Record<string, string>,
  ): Promise<z.output<T>[] | undefined> {
    return shown(path, z.array(shape), await ask(path, { query, more }));
  }
  function shown<T extends z.ZodType>(
    path: string,
    shape: T,
    { status, body }: { status: number; body: unknown },
  ): z.output<T> | undefined {
    if (status === 404) return undefined;
    if (status >= 400) throw new PsaRefused(`ConnectWise refused to show ${path}: ${messageOf(body)}`);
    return shapedAs(shape, body);
  }
  function shapedAs<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
    const parsed = shape.safeParse(body);
    if (!parsed.success)
      throw new VendorUnavailable("ConnectWise's answer has an unexpected shape", { cause: parsed.error });
    return parsed.data;
  }

  return {
    /** Whether a list can be read. Throws if the keys are refused. */
    async mayRead(path: string): Promise<string | null> {
      const { status, body } = await ask(path, { query: { pageSize: "1", fields: "id" } });
      return status < 400 ? null : messageOf(body);
    },
    /** Reads one thing; undefined if it is gone. */
    async one<T extends z.ZodObject>(path: string, shape: T): Promise<z.output<T> | undefined> {
      return shown(path, shape, await ask(path, { query: { fields: Object.keys(shape.shape).join(",") } }));
    },
    /** Writes once, without another try: its caller looks what came of it. */
    async write<T extends z.ZodType>(
      method: "POST" | "PATCH",
      path: string,
      json: unknown,
      shape: T,
    ): Promise<z.output<T>> {
      const { status, body } = await ask(path, { write: { method, json } });
      if (status >= 400) throw new PsaRefused(`ConnectWise refused: ${messageOf(body)}`);
      return shapedAs(shape, body);
    },
    /** Reads a list by forward-only pages; their links never end, so a short page is the last. */
    async *list<T extends z.ZodType>(path: string, shape: T, query: { conditions?: string; fields: string }) {
      let pageId = "0";
      for (;;) {
        const asked = { ...query, pageSize: String(pageSize), pageId };
        const rows = await page(path, z.intersection(shape, hasId), asked, { "pagination-type": "forward-only" });
        if (!rows) throw new PsaRefused(`ConnectWise has no ${path}. Check the address.`);
        if (rows.length > 0) yield rows as z.output<T>[];
        if (rows.length < pageSize) return;
        const last = rows.at(-1)!.id;
        if (last <= Number(pageId)) throw new VendorUnavailable("ConnectWise sends the same page again and again");
        pageId = String(last);
      }
    },
    /** Reads what belongs to something that may be deleted meanwhile, by numbered pages: then it ends. */
    async *listOf<T extends z.ZodType>(path: string, shape: T, query: { conditions?: string; fields: string }) {
      for (let number = 1; number <= mostPages; number++) {
        const rows = await page(path, shape, { ...query, pageSize: String(pageSize), page: String(number) });
        if (rows && rows.length > 0) yield rows;
        if (!rows || rows.length < pageSize) return;
      }
    },
  };
}
