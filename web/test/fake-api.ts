import { afterEach } from "vitest";

export type Sent = { method: string; path: string; query: URLSearchParams; headers: Headers; body: string };
type Answer = { status?: number; body?: unknown; after?: number };
type Handler = (sent: Sent) => Answer | Promise<Answer>;

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

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

const token = () =>
  ({
    body: {
      access_token: "access",
      refresh_token: "session-1",
      token_type: "bearer",
      expires_in: 600,
      ".expires": new Date(Date.now() + 600_000).toISOString(),
    },
  }) satisfies Answer;

/** Stands at the end of the wire: answers by `METHOD /path`, remembers what was sent. */
export function fakeApi(handlers: Record<string, Handler | Answer>): Sent[] {
  const sent: Sent[] = [];
  const answers: Record<string, Handler | Answer> = { "POST /api/auth/refresh": token(), ...handlers };
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init);
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith("/api/")) return real(input, init);
    const line: Sent = {
      method: request.method,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await request.text(),
    };
    sent.push(line);
    const handler = answers[`${line.method} ${line.path}`] ?? refused(404, "notFound", "We could not find this.");
    const answer = typeof handler === "function" ? await handler(line) : handler;
    if (answer.after) await new Promise((resolve) => setTimeout(resolve, answer.after));
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { "content-type": "application/json" },
    });
  };
  return sent;
}
