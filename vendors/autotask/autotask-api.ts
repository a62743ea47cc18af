/** Autotask's REST API: zones, queries by pages, errors inside good answers, and a budget shared with other tools. */
import { z } from "zod";
import { callPsa, messageOf, type PsaCallSettings } from "../psa-calls.ts";
import { PsaRefused, type PsaAccount } from "../psa.ts";
import { VendorUnavailable } from "../vendor.ts";

const system = "Autotask";
const pageSize = 500;
/** The share of an hour's calls after which reading for later leaves the rest to the reseller's other tools. */
const mostOfBudget = 0.6;

type Answer = { status: number; body: unknown };
export type Filter = { op: string; field: string; value?: unknown }[];
const zone = z.looseObject({ url: z.string() });
const answered = z.looseObject({
  items: z.array(z.unknown()),
  pageDetails: z.looseObject({ nextPageUrl: z.string().nullish() }),
});
const written = z.looseObject({ itemId: z.number() });
const counted = z.looseObject({ queryCount: z.number() });
const threshold = z.looseObject({ externalRequestThreshold: z.number(), currentTimeframeRequestCount: z.number() });
const withErrors = z.looseObject({ errors: z.array(z.unknown()).min(1) });

const keysRefused = () =>
  new PsaRefused("Autotask does not accept the keys. Check the user name, the secret and the integration code.", {
    keys: true,
  });

export function autotaskApi(account: PsaAccount, settings: PsaCallSettings) {
  const headers = {
    apiintegrationcode: account.clientId,
    username: account.user,
    secret: account.secret,
  };
  let found: Promise<string> | undefined;

  async function discover(): Promise<string> {
    const asked = new URL("/atservicesrest/v1.0/zoneInformation", account.address);
    asked.searchParams.set("user", account.user);
    const { status, body } = await callPsa(system, settings, asked.href, { headers: {} });
    const known = zone.safeParse(body);
    if (status !== 200 || !known.success || !URL.canParse(known.data.url))
      throw new PsaRefused(`Autotask does not know the user “${account.user}” at this address. Check both.`, {
        keys: true,
      });
    return new URL("V1.0/", known.data.url).href;
  }
  const base = () =>
    (found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));

  /** A wrong zone looks like wrong keys, so the zone is looked up once more before they are blamed. */
  async function ask(path: string, json?: unknown, writes?: "POST" | "PATCH", isAgain = false): Promise<Answer> {
    const method = writes ?? (json === undefined ? "GET" : "POST");
    const url = new URL(path, await base());
    if (url.origin !== new URL(await base()).origin) throw new PsaRefused("Autotask sent us to another address.");
    const answer = await callPsa(system, settings, url.href, { method, headers, json, writes: writes !== undefined });
    if (answer.status !== 401 && answer.status !== 404) return answer;
    if (!isAgain && !URL.canParse(path)) {
      found = undefined;
      return ask(path, json, writes, true);
    }
    if (answer.status === 401) throw keysRefused();
    return answer;
  }

  /** Why an answer is none, in Autotask's words; undefined if it is one. */
  const refusalIn = ({ status, body }: Answer): string | undefined =>
    status >= 400 || withErrors.safeParse(body).success ? messageOf(body) : undefined;

  function shapedAs<T extends z.ZodType>(shape: T, entity: string, answer: Answer) {
    const refusal = refusalIn(answer);
    if (refusal !== undefined) throw new PsaRefused(`Autotask refused to show ${entity}: ${refusal}`);
    const parsed = shape.safeParse(answer.body);
    if (!parsed.success)
      throw new VendorUnavailable("Autotask's answer has an unexpected shape", { cause: parsed.error });
    return parsed.data;
  }

  return {
    /** Counts what can be seen of an entity, or says why nothing can. */
    async count(entity: string): Promise<number | string> {
      const answer = await ask(`${entity}/query/count`, { Filter: [{ op: "exist", field: "id" }] });
      return refusalIn(answer) ?? shapedAs(counted, entity, answer).queryCount;
    },
    /** Creates or changes once, without another try: its caller looks what came of it. Returns its number. */
    async write(method: "POST" | "PATCH", path: string, json: unknown): Promise<number> {
      const answer = await ask(path, json, method);
      const refusal = refusalIn(answer);
      if (refusal !== undefined) throw new PsaRefused(`Autotask refused: ${refusal}`);
      return shapedAs(written, path, answer).itemId;
    },
    /** Leaves calls to others: throws if most of this hour's are used. */
    async mustHaveBudget(): Promise<void> {
      const used = shapedAs(threshold, "its limits", await ask("ThresholdInformation"));
      if (used.currentTimeframeRequestCount > mostOfBudget * used.externalRequestThreshold)
        throw new VendorUnavailable(
          "More than 60% of the calls that Autotask allows all your tools in an hour are used. Try again later.",
          { retryAfterMs: 10 * 60_000 },
        );
    },
    async *query<T extends z.ZodObject>(entity: string, shape: T, filter: Filter) {
      const json = { MaxRecords: pageSize, IncludeFields: Object.keys(shape.shape), Filter: filter };
      for (let next: string | null = `${entity}/query`; next !== null;) {
        const page: z.output<typeof answered> = shapedAs(answered, entity, await ask(next, json));
        const rows = z.array(shape).safeParse(page.items);
        if (!rows.success)
          throw new VendorUnavailable("Autotask's answer has an unexpected shape", { cause: rows.error });
        if (rows.data.length > 0) yield rows.data;
        const following: string | null = page.pageDetails.nextPageUrl ?? null;
        if (following === next) throw new VendorUnavailable("Autotask sends the same page again and again");
        next = following;
      }
    },
  };
}
