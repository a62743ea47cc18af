/** Makes all HTTP calls to vendors' systems: short time-outs, capped answers, no redirects, no retries, no Brotli. */
import { createHash } from "node:crypto";
import { pipeline } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { Agent, request } from "undici";
import { countCall } from "./calls.ts";
import { jsonMembers, type JsonMember } from "./json-members.ts";
import { type Reference, VendorUnavailable } from "./vendor.ts";

export type HttpCall = {
  /** The system's name as people know it. */
  system: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  timeoutMs?: number;
  /** Headers whose values the system's support asks for: the answer's, or those sent if it did not repeat them. */
  references?: readonly string[];
  /** Headers of the system's own that say how many seconds to wait, besides `Retry-After`. */
  waits?: RegExp;
};

/** Reads a file smaller than 4 MB; undefined if there is none. */
export async function readFile(system: string, url: string): Promise<Buffer | undefined> {
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { "accept-encoding": "identity" },
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode < 500) return statusCode === 200 ? bytes : undefined;
  } catch (cause) {
    throw new VendorUnavailable(`${system} did not answer`, { cause });
  }
  throw new VendorUnavailable(`${system} failed`);
}

/** Longest line of a file of lines; what is longer is no line. */
const longestLine = 1024 * 1024;
/** What a file of a vendor may take, once unpacked: some ten times what the largest of them do. */
export type FileLimits = { bytes: number; milliseconds: number };
const fileLimits: FileLimits = { bytes: 4 * 1024 ** 3, milliseconds: 45 * 60_000 };

/** The file is larger than any that we read, or takes longer to arrive: trying again does not help. */
export class FileTooLarge extends Error {
  constructor(system: string, limit: string) {
    super(`${system}'s file is refused: it has more than ${limit}`);
    this.name = "FileTooLarge";
  }
}

/** Reads the lines of a gzip'd text file as they arrive, without a byte order mark. Throws `FileTooLarge` as soon as it passes a limit. */
export async function* readLines(system: string, url: string, limits: FileLimits = fileLimits): AsyncGenerator<string> {
  const expired = AbortSignal.timeout(limits.milliseconds);
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: fileAgent,
      headers: { "accept-encoding": "identity" },
      headersTimeout: longestWaitMs,
      bodyTimeout: longestWaitMs,
      signal: expired,
    });
    if (statusCode !== 200) throw new Error(`${system} answered ${statusCode}`);
    const decoder = new StringDecoder("utf8");
    let rest = "";
    let bytes = 0;
    let isBegun = false;
    for await (const chunk of pipeline(body, createGunzip(), () => {})) {
      bytes += (chunk as Buffer).length;
      if (bytes > limits.bytes) throw new FileTooLarge(system, `${limits.bytes.toLocaleString("en-GB")} bytes`);
      const text = rest + decoder.write(chunk as Buffer);
      const lines = (isBegun ? text : text.replace(/^\uFEFF/, "")).split("\n");
      isBegun ||= text !== "";
      rest = lines.pop()!;
      if (rest.length > longestLine) throw new Error("A line of the file has no end");
      yield* lines.filter((line) => line !== "");
    }
    if (rest !== "") yield rest;
  } catch (cause) {
    if (cause instanceof FileTooLarge) throw cause;
    if (expired.aborted) throw new FileTooLarge(system, `${limits.milliseconds / 1_000} seconds to wait for`);
    throw new VendorUnavailable(`${system}'s file could not be read`, { cause });
  }
}

/**
 * Opens a file of JSON that may be larger than memory: an object, whose members are read as they arrive, those of its arrays one
 * by one. Undefined if the caller must sign in again. Throws `FileTooLarge` as soon as it passes a limit.
 */
export async function openJsonFile(
  system: string,
  url: string,
  headers: Record<string, string>,
  limits: FileLimits = fileLimits,
): Promise<AsyncGenerator<JsonMember> | undefined> {
  countCall();
  const expired = AbortSignal.timeout(limits.milliseconds);
  const failure = (cause: unknown) => {
    if (cause instanceof FileTooLarge) return cause;
    if (expired.aborted) return new FileTooLarge(system, `${limits.milliseconds / 1_000} seconds to wait for`);
    return new VendorUnavailable(`${system}'s file could not be read`, { cause });
  };
  async function* read(body: AsyncIterable<Buffer>) {
    const decoder = new StringDecoder("utf8");
    let bytes = 0;
    async function* text() {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > limits.bytes) throw new FileTooLarge(system, `${limits.bytes.toLocaleString("en-GB")} bytes`);
        yield decoder.write(chunk);
      }
    }
    try {
      yield* jsonMembers(text());
    } catch (cause) {
      throw failure(cause);
    }
  }
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: fileAgent,
      headers: { accept: "application/json", "accept-encoding": "identity", ...headers },
      headersTimeout: longestWaitMs,
      bodyTimeout: longestWaitMs,
      signal: expired,
    });
    if (statusCode === 200) return read(body);
    await body.dump();
    if (statusCode === 401) return undefined;
    throw new Error(`${system} answered ${statusCode}`);
  } catch (cause) {
    throw failure(cause);
  }
}

export type HttpAnswer = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  references: readonly Reference[];
};

const longestWaitMs = 10_000;
const largestAnswer = 4 * 1024 * 1024;
const fileAgent = new Agent({ connections: 4, connect: { timeout: 5_000 } });
const agent = new Agent({ connections: 16, connect: { timeout: 5_000 }, maxResponseSize: largestAnswer });

/** Returns any answer below 500 except 429; throws `VendorUnavailable` for everything else. */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  const answer = await send(call);
  if (answer.status === 429 || answer.status >= 500)
    throw new VendorUnavailable(`${call.system} answered ${answer.status}`, {
      retryAfterMs: longestWait(answer.headers, call.waits),
      references: answer.references,
    });
  return answer;
}

function longestWait(headers: Record<string, string>, own?: RegExp): number | undefined {
  const named = Object.keys(headers).filter((name) => name === "retry-after" || own?.test(name));
  const waits = named.flatMap((name) => readRetryAfter(headers[name], headers["date"]) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

async function send(call: HttpCall): Promise<HttpAnswer> {
  countCall();
  let answered: Record<string, string> = {};
  try {
    const timeoutMs = Math.min(call.timeoutMs ?? longestWaitMs, longestWaitMs);
    const { statusCode, headers, body } = await request(call.url, {
      dispatcher: agent,
      method: call.method,
      headers: { accept: "application/json", "accept-encoding": "identity", ...contentType(call), ...call.headers },
      body: encodeBody(call),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    });
    answered = flatten(headers);
    const text = await body.text();
    return {
      status: statusCode,
      headers: answered,
      body: parse(text, statusCode),
      references: referencesOf(call, answered),
    };
  } catch (cause) {
    throw new VendorUnavailable(`${call.system} did not answer`, { cause, references: referencesOf(call, answered) });
  }
}

function referencesOf(call: HttpCall, answered: Record<string, string>): Reference[] {
  const headers = new Headers({ ...call.headers, ...answered });
  return (call.references ?? []).flatMap((label) => {
    const value = headers.get(label);
    return value ? [{ label, value }] : [];
  });
}

const contentType = ({ json, form }: HttpCall): Record<string, string> => {
  if (json !== undefined) return { "content-type": "application/json" };
  return form ? { "content-type": "application/x-www-form-urlencoded" } : {};
};

function encodeBody({ json, form }: HttpCall): string | undefined {
  if (json !== undefined) return JSON.stringify(json);
  return form ? new URLSearchParams(form).toString() : undefined;
}

const flatten = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]),
  );

/** Parses JSON. Throws on an incomplete answer; returns undefined for error pages, whose text is of no use. */
function parse(text: string, status: number): unknown {
  if (text === "") return undefined;
  if (status >= 400) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
  return JSON.parse(text);
}

/** Converts seconds or an HTTP date to milliseconds, relative to when the sender's own clock sent the answer. */
export function readRetryAfter(value: string | undefined, sent: string | undefined): number | undefined {
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const wait = Date.parse(value) - Date.parse(sent ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Returns the same UUID for the same parts, so that a repeated write has the same id as the first. */
export function stableUuid(...parts: (string | number)[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The vendor understood the request and refused it. */
export class VendorRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, description: string) {
    super(description);
    this.name = "VendorRefusal";
    this.status = status;
    this.code = code;
  }
}
