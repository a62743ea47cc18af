import type { TokenAnswer } from "@tradewind/contract/access/auth.ts";
import { endpointAt, faultsOf, type Sent } from "./contract-check.ts";
import { sessionOf } from "./sessions.ts";

export type { Sent };
/** `raw` stands for an answer that is no envelope. */
type Answer = { status?: number; body?: unknown; after?: number; offContract?: true; raw?: Response };
type Handler = (sent: Sent) => Answer | Promise<Answer>;

const real = globalThis.fetch;
const faults: string[] = [];
let over = newEnd();

/** What calls that are never answered end with. */
function newEnd() {
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => undefined);
  return end;
}

/** Takes the calls back to the real end; throws where one did not fit the contract. After each test. */
export function endFakeApi(): void {
  globalThis.fetch = real;
  // What a test never answers would keep the next ones waiting.
  over.reject(new TypeError("The test is over."));
  over = newEnd();
  const found = [...new Set(faults.splice(0))];
  if (found.length > 0) throw new Error(`This does not fit the contract:\n${found.join("\n")}`);
}

export const succeeded = (result: unknown): Answer => ({
  body: { Succeed: true, Error: null, Errors: null, Messages: [], Labels: null, Resources: null, Result: result },
});
export const refused = (
  status: number,
  code: string,
  message: string,
  fields: Record<string, string> | null = null,
): Answer => ({
  status,
  body: {
    Succeed: false,
    Error: code,
    Errors: fields,
    Messages: [message],
    Labels: { Reference: "r-1" },
    Resources: null,
    Result: null,
  },
});

/** What the token endpoint answers. */
export const tokenAnswer = (changes: Partial<TokenAnswer> = {}): TokenAnswer => ({
  access_token: "access",
  refresh_token: "session-1",
  token_type: "bearer",
  expires_in: 600,
  ".expires": new Date(Date.now() + 600_000).toISOString(),
  ...changes,
});

/** An answer on purpose unlike any our server gives; the contract is not asked. */
export const offContract = (answer: Answer): Answer => ({ ...answer, offContract: true });

/**
 * Stands at the end of the wire: answers by `METHOD /path`, and by `METHOD https://host/path` for addresses of others;
 * remembers what was sent. A test whose screen sends or is answered what does not fit the contract fails.
 */
export function fakeApi(handlers: Record<string, Handler | Answer>): Sent[] {
  const sent: Sent[] = [];
  const { promise: end } = over;
  const answers: Record<string, Handler | Answer> = { "POST /api/auth/refresh": renewal, ...handlers };
  for (const address of Object.keys(answers)) {
    const [method = "", path = ""] = address.split(" ");
    if (path.startsWith("/") && !endpointAt(method, path))
      throw new Error(`${address} is no endpoint of the contract.`);
  }
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init);
    const { origin, pathname, searchParams } = new URL(request.url);
    const isOurs = pathname.startsWith("/api/");
    if (!isOurs && origin === location.origin) return real(input, init);
    const line: Sent = {
      method: request.method,
      host: origin,
      path: isOurs ? pathname : origin + pathname,
      query: searchParams,
      headers: request.headers,
      body: await request.text(),
    };
    // Drafts go beside what a screen sends: they are told where a test answers them.
    if (line.path.startsWith("/api/drafts/") && !answers[`${line.method} ${line.path}`])
      return Response.json(succeeded(line.method === "GET" ? { Value: null } : {}).body);
    sent.push(line);
    const handler = answers[`${line.method} ${line.path}`] ?? refused(404, "notFound", "We could not find this.");
    const answer = typeof handler === "function" ? await Promise.race([handler(line), end]) : handler;
    const status = answer.status ?? 200;
    if (isOurs && request.credentials !== "include") faults.push(`${line.path} is called without cookies`);
    if (isOurs && !answer.offContract && !answer.raw) faults.push(...faultsOf(line, status, answer.body));
    if (answer.after) await new Promise((resolve) => setTimeout(resolve, answer.after));
    if (answer.raw) return answer.raw;
    return new Response(JSON.stringify(answer.body), { status, headers: { "content-type": "application/json" } });
  };

  /** As the server: the session comes with the first token. */
  async function renewal(line: Sent): Promise<Answer> {
    const given = answers["GET /api/session"];
    const answer = typeof given === "function" ? await given(line) : given;
    const { Result } = (answer?.body ?? {}) as { Result?: unknown };
    return { body: { ...tokenAnswer(), session: Result ?? sessionOf() }, after: answer?.after };
  }
  return sent;
}
