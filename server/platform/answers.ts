import type { Endpoint, Envelope } from "@tradewind/contract/endpoint.ts";
import type { ErrorCode } from "@tradewind/contract/errors.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod/mini";
import { AppError } from "./app-error.ts";
import { brokeInput, gaveUpWaiting, lostDatabase } from "./db-errors.ts";
import type { Download } from "./exports.ts";

export const json = "application/json; charset=utf-8";

/** The OAuth endpoints answer without the envelope. */
const speaksOauth = ({ path }: Endpoint) => path === "/api/auth/token" || path === "/api/auth/refresh";

/** Serializes an answer: only what its schema declares, whatever else the handler's result holds. */
export function textOf(endpoint: Endpoint, result: unknown, messages: readonly string[] = []): string {
  const declared = z.safeParse(endpoint.result, result);
  if (!declared.success)
    throw new Error(
      `The answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${z.prettifyError(declared.error)}`,
    );
  const text = JSON.stringify(declared.data);
  if (speaksOauth(endpoint)) return text;
  return `{"Succeed":true,"Error":null,"Errors":null,"Messages":${JSON.stringify(messages)},"Labels":null,"Resources":null,"Result":${text}}`;
}

export const sendFile = (reply: FastifyReply, type: string, file: Buffer | Download, name: string) =>
  reply
    .type(type === "text/csv" ? "text/csv; charset=utf-8" : type)
    .header("content-disposition", `attachment; filename="${name.replace(/[^\w. -]/g, "_")}"`)
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(file);

/** Serializes a refusal given before any handler or hook could run. */
export const refusalText = (code: ErrorCode, reference: string): string =>
  JSON.stringify(failure(new AppError(code), reference));

/** Answers every failure with the envelope and a catalogue code; never reveals a stack or SQL. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500 && !(error instanceof AppError && busy.has(error.code)))
      // Whoever goes away in the middle of a call does not make it a fault of ours.
      request.log[request.raw.destroyed && !request.raw.complete ? "info" : "error"](
        { err: error },
        "A request failed",
      );
    const wait = refusal.details?.["RetryAfterSeconds"];
    if ((refusal.status === 429 || refusal.status === 503) && !reply.hasHeader("retry-after"))
      void reply.header("retry-after", typeof wait === "number" ? wait : 5);
    return reply
      .code(refusal.status)
      .type(json)
      .send(JSON.stringify(failure(refusal, request.id)));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type(json)
      .send(JSON.stringify(failure(new AppError("notFound"), request.id))),
  );
}

/** Said too often to be logged each time, when there is most to do. */
const busy: ReadonlySet<ErrorCode> = new Set(["overloaded", "exportsBusy"]);

/** Repeats faults of email addresses under one name (API-01). */
function withEmailErrors(fields: AppError["fields"]): AppError["fields"] {
  const about = Object.entries(fields ?? {}).filter(([name]) => /email$/i.test(name));
  return about.length === 0 ? fields : { ...fields, EmailErrors: about.map(([, message]) => message).join(" ") };
}

function failure(refusal: AppError, reference: string): Envelope<never> {
  return {
    Succeed: false,
    Error: refusal.code,
    Errors: withEmailErrors(refusal.fields),
    Messages: [refusal.message],
    // A 404 carries no reference: missing and foreign things must give identical bytes.
    Labels: refusal.status === 404 ? null : { Reference: reference },
    Resources: refusal.details,
    Result: null,
  };
}

/** What the framework refuses by a status alone; any other of the caller's faults is a malformed request. */
const ofStatus: Partial<Record<number, ErrorCode>> = {
  404: "notFound",
  413: "tooLarge",
  415: "unsupportedMediaType",
};

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (brokeInput(error)) return new AppError("invalidRequest");
  if (lostDatabase(error)) return new AppError("unavailable");
  if (gaveUpWaiting(error)) return new AppError("overloaded");
  const { statusCode = 500 } = error as { statusCode?: number };
  return new AppError(statusCode < 500 ? (ofStatus[statusCode] ?? "malformedRequest") : "unexpected");
}
