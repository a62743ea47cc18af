import { once } from "node:events";
import net from "node:net";
import { endpoints } from "@tradewind/contract/all.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { expect, test } from "vitest";
import { notInMonolith, psaOf } from "./accepted-psa.ts";
import { switchOnFlags } from "./flags.ts";
import { worldOf } from "./objects.ts";
import { requestFor } from "./requests.ts";
import { testApp } from "./test-app.ts";

const app = await testApp({ LOG_LEVEL: "silent" });
await switchOnFlags(app);
const person = await app.signIn();
const world = worldOf(app, person);
const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });

type Headers = Record<string, string | number | string[] | undefined>;
type Answered = { status: number; headers: Headers };
const get = async (url: string, options: RequestInit = {}): Promise<Answered> => {
  const stop = new AbortController();
  const response = await fetch(`${origin}${url}`, { ...options, signal: stop.signal });
  stop.abort();
  return { status: response.status, headers: Object.fromEntries(response.headers) };
};

/** Sends raw text that no client would, and parses the answer's head. */
const rawly = (text: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(text));
    let said = "";
    socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => {
      const [first = "", ...lines] = said.split("\r\n\r\n")[0]!.split("\r\n");
      const pairs = lines.map((line) => [line.split(": ")[0]!, line.slice(line.indexOf(": ") + 2)]);
      resolve({ status: Number(first.split(" ")[1]), headers: Object.fromEntries(pairs) as Headers });
    });
  });

/** Sends what there is of a request, and tells the server that its time is over. */
async function tooSlowly(text: string): Promise<string> {
  const socket = net.connect(Number(new URL(origin).port), "127.0.0.1");
  const [theirs] = (await once(app.app.server, "connection")) as [net.Socket];
  socket.write(text);
  if (text) await expect.poll(() => theirs.bytesRead).toBe(text.length);
  app.app.server.emit("clientError", Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), theirs);
  let said = "";
  for await (const chunk of socket) said += String(chunk);
  return said;
}

test("a connection opened ahead is closed without a word, and half a request is answered as too slow", async () => {
  expect(await tooSlowly("")).toBe("");
  expect(await tooSlowly("GET /api/session HTTP/1.1\r\n")).toMatch(/^HTTP\/1.1 408 .*"Error":"requestTooSlow"/s);
});

/** One answer of every kind, with its status. */
const kinds: Record<string, [number, () => Promise<Answered>]> = {
  "a result": [200, () => get("/api/session", { headers: { authorization: `Bearer ${person.token}` } })],
  "a refusal for want of a session": [401, () => get("/api/session")],
  "a refusal of what was sent": [400, () => get("/api/auth/login-flow")],
  "a refused sign-in": [
    400,
    () =>
      get("/api/auth/token", {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "password",
          client_id: "tradewind-portal",
          width: "1",
          height: "1",
          username: "nobody",
          password: "wrong",
        }),
      }),
  ],
  "an address there is not": [404, () => get("/api/nothing")],
  "an address that cannot be read": [400, () => get("/api/%zz")],
  "a body that cannot be read": [
    400,
    () =>
      get("/api/auth/passwords/reset-requests", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{",
      }),
  ],
  "a body of a kind we do not take": [
    415,
    () => get("/api/auth/passwords/reset-requests", { method: "POST", headers: { "content-type": "a/b" }, body: "x" }),
  ],
  "what cannot be read as a request": [400, () => rawly("NONSENSE\r\n\r\n")],
  "a request for two hosts": [
    400,
    () => rawly("GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n"),
  ],
  "headers without an end": [431, () => rawly(`GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`)],
  "the description of the API": [200, () => get("/api/openapi.json")],
  "the page of the API": [200, () => get("/api/docs")],
  "the stream of events": [
    200,
    async () => {
      const { accessToken } = (await app.call(person, notifications.negotiate)).Result!;
      return get(`${notifications.stream.path}?access_token=${accessToken}`);
    },
  ],
  "a failure of ours": [
    500,
    async () => {
      await app.sql("alter table feature_flags rename to gone");
      app.platform.sessions.forget("");
      const answer = await get("/api/session", { headers: { authorization: `Bearer ${person.token}` } });
      await app.sql("alter table gone rename to feature_flags");
      app.platform.sessions.forget("");
      return answer;
    },
  ],
};

/** Checks the security headers that every answer needs. */
function expectSafe({ headers }: Answered, { sandboxed = false } = {}): void {
  const policy = new Map(
    String(headers["content-security-policy"])
      .split(";")
      .map((part) => part.trim().split(" "))
      .map(([name, ...values]) => [name!, values.join(" ")]),
  );
  expect(policy.get("default-src")).toBe("'none'");
  const sources = [...policy].filter(([name]) => name !== "require-trusted-types-for");
  expect(sources.map(([, values]) => values).join(" ")).not.toMatch(/unsafe|\*|https?:|wss?:/);
  if (sandboxed) expect(policy.has("sandbox")).toBe(true);
  else
    expect(Object.fromEntries(policy)).toMatchObject({
      "script-src": "'self'",
      "style-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
      "require-trusted-types-for": "'script'",
    });
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(Number(/max-age=(\d+)/.exec(String(headers["strict-transport-security"]))?.[1])).toBeGreaterThan(31_536_000);
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  for (const name of ["server", "x-powered-by"]) expect(headers[name]).toBeUndefined();
}

test.each(Object.entries(kinds))("%s is sent with every header of safety", async (_, [status, ask]) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  expectSafe(answer);
});

const files = Object.entries(endpoints).filter(
  ([name, { file }]) => file !== undefined && file !== "text/event-stream" && !notInMonolith.includes(name),
);

test.each(files)("the file of %s can be nothing but a file", async (name, endpoint) => {
  const forOperator = typeof endpoint.access === "object" && endpoint.access.kinds?.includes("admin");
  const reader = forOperator ? await app.signInOperator() : person;
  if (/psa\./i.test(name)) await psaOf(app, person);
  const answer = await app.call(reader, endpoint, await requestFor(name, world));
  expect(answer.status).toBe(200);
  expectSafe(answer, { sandboxed: true });
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="/);
});
