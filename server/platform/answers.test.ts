import { Writable } from "node:stream";
import fastify, { type FastifyBaseLogger } from "fastify";
import pg from "pg";
import { expect, test } from "vitest";
import { answerErrors } from "./answers.ts";
import { AppError, tooMany } from "./app-error.ts";
import { openLog } from "./log.ts";

test("who calls too often, or while the database is away, hears when to call again; others hear nothing of it", async () => {
  const app = fastify();
  answerErrors(app);
  const thrown: Record<string, () => never> = {
    "/often": () => {
      throw tooMany(7);
    },
    "/away": () => {
      throw new AppError("unavailable");
    },
    "/wrong": () => {
      throw new AppError("invalidRequest");
    },
  };
  for (const [path, handler] of Object.entries(thrown)) app.get(path, handler);
  app.get("/told", (_request, reply) => {
    void reply.header("retry-after", 60);
    throw tooMany(7);
  });
  const waits = async (url: string) => (await app.inject({ url })).headers["retry-after"];
  expect(await Promise.all(["/often", "/away", "/told", "/wrong"].map(waits))).toEqual(["7", "5", "60", undefined]);
  await app.close();
});

/** A server whose only call takes a JSON body and throws, and what it logs. */
function failingWith(error: unknown) {
  const lines: { err: Record<string, unknown> }[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = JSON.parse(chunk.toString()) as (typeof lines)[0] & { msg: string };
      if (line.msg === "A request failed") lines.push(line);
      done();
    },
  });
  const loggerInstance: FastifyBaseLogger = openLog("info", "test", to);
  const app = fastify({ loggerInstance, bodyLimit: 100, genReqId: () => "number-1" });
  answerErrors(app);
  app.post("/", () => {
    throw error;
  });
  return { app, lines };
}
const ofDatabase = (code: string) => Object.assign(new pg.DatabaseError("s3cret", 1, "error"), { code });
const coded = (code: string, message = "s3cret") => Object.assign(new Error(message), { code });
const withStatus = (statusCode: number) => Object.assign(new Error("s3cret"), { statusCode });

test.each<readonly [status: number, code: string, of: string, unknown]>([
  ...["22P02", "22021", "22003", "22007", "22008"].map(
    (code) => [400, "invalidRequest", `a value the database cannot take (${code})`, ofDatabase(code)] as const,
  ),
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"].map(
    (code) => [503, "unavailable", `a lost connection (${code})`, coded(code)] as const,
  ),
  ...["57P01", "57P02", "57P03", "53100", "53300", "08006"].map(
    (code) => [503, "unavailable", `a database that goes away (${code})`, ofDatabase(code)] as const,
  ),
  ...[
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
    "Connection ended",
  ].map((message) => [503, "unavailable", message, new Error(message)] as const),
  ...["57014", "55P03"].map(
    (code) => [503, "overloaded", `a database that gave up waiting (${code})`, ofDatabase(code)] as const,
  ),
  [500, "unexpected", "any other failure of the database", ofDatabase("23505")],
  [500, "unexpected", "a failure with a code of its own", coded("X57P01", "Connection terminated")],
  [500, "unexpected", "a failure that only mentions a lost connection", new Error("The Connection terminated")],
  [500, "unexpected", "any other failure", new Error("s3cret")],
  [500, "unexpected", "a status of 500 and more", withStatus(502)],
  ...[400, 401, 403, 405].map(
    (status) => [400, "malformedRequest", `a status of ${status}`, withStatus(status)] as const,
  ),
  [404, "notFound", "a status of 404", withStatus(404)],
  [413, "tooLarge", "a status of 413", withStatus(413)],
  [415, "unsupportedMediaType", "a status of 415", withStatus(415)],
])("%d %s answers %s, and it is logged only where it is ours", async (status, code, _, error) => {
  const { app, lines } = failingWith(error);
  const answer = await app.inject({ method: "POST", url: "/", payload: {} });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([status, "application/json; charset=utf-8"]);
  expect(answer.json()).toEqual({
    Succeed: false,
    Error: code,
    Errors: null,
    Messages: [new AppError(code as "unexpected").message],
    Labels: status === 404 ? null : { Reference: "number-1" },
    Resources: null,
    Result: null,
  });
  expect(lines.map(({ err }) => err["message"])).toEqual(status < 500 ? [] : [(error as Error).message]);
  await app.close();
});

test("a refusal carries its fields and details, faults of addresses also under one name, and why it came to it to the log alone", async () => {
  const { app, lines } = failingWith(
    new AppError("providerUnavailable", {
      fields: { Name: "Too long", ContactEmail: "Wrong", email: "Missing" },
      details: { Seats: 3 },
      message: "Try again.",
      cause: new Error("No route to it"),
    }),
  );
  const answer = await app.inject({ method: "POST", url: "/", payload: {} });
  expect(answer.json()).toMatchObject({
    Error: "providerUnavailable",
    Errors: { Name: "Too long", ContactEmail: "Wrong", email: "Missing", EmailErrors: "Wrong Missing" },
    Messages: ["Try again."],
    Resources: { Seats: 3 },
  });
  expect(answer.body).not.toContain("No route");
  expect(lines.map(({ err }) => err["cause"])).toEqual(["Error: No route to it"]);
  await app.close();
});

test.each<[string, number, string, object]>([
  ["nothing as JSON", 400, "malformedRequest", { headers: { "content-type": "application/json" }, payload: "" }],
  ["half of a JSON text", 400, "malformedRequest", { headers: { "content-type": "application/json" }, payload: "{" }],
  ["too much", 413, "tooLarge", { payload: { text: "x".repeat(100) } }],
  ["another kind of text", 415, "unsupportedMediaType", { headers: { "content-type": "a/b" }, payload: "x" }],
  ["to an address there is not", 404, "notFound", { url: "/nothing", payload: {} }],
])("who sends %s is told so", async (_, status, code, sent) => {
  const { app, lines } = failingWith(new Error("not reached"));
  const answer = await app.inject({ method: "POST", url: "/", ...sent });
  expect([answer.statusCode, answer.json<{ Error: string }>().Error, lines]).toEqual([status, code, []]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  await app.close();
});
