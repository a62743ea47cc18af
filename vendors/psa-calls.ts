/** Calls to PSAs at addresses that resellers typed: bounded, retried a few times, and waiting as long as they are told to. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Fetch } from "./guarded-fetch.ts";
import { VendorUnavailable } from "./vendor.ts";

export type PsaAnswer = { status: number; headers: Headers; body: unknown };
export type PsaCallSettings = {
  fetch: Fetch;
  /** Milliseconds before the second try, doubled before each further one. */
  pause?: number;
};
type Call = {
  method?: "GET" | "POST" | "PATCH";
  headers: Record<string, string>;
  json?: unknown;
  /** Asked once only: what it writes may be there although no answer came. */
  writes?: boolean;
};

const tries = 3;
/** Milliseconds that we wait at most where a PSA asks for patience. */
const longestWait = 60_000;

/** Returns any answer below 500 except 429, and a refusal to write; what is no JSON, as a maintenance page, counts as no answer. */
export async function callPsa(
  system: string,
  { fetch, pause = 300 }: PsaCallSettings,
  url: string,
  { method = "GET", headers, json, writes = false }: Call,
): Promise<PsaAnswer> {
  for (let tried = 1; ; tried++) {
    const answer = await once(system, fetch, url, { method, headers, json, writes });
    if (!(answer instanceof VendorUnavailable)) return answer;
    if (writes || tried === tries || (answer.retryAfterMs ?? 0) > longestWait) throw answer;
    await sleep(answer.retryAfterMs ?? pause * 2 ** (tried - 1));
  }
}

async function once(system: string, fetch: Fetch, url: string, { method, headers, json, writes }: Call) {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        ...headers,
        ...(json !== undefined && { "content-type": "application/json" }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const { status } = response;
    const wait = Number(response.headers.get("retry-after"));
    if (status === 429)
      return new VendorUnavailable(`${system} asks us to call less often`, {
        retryAfterMs: wait > 0 ? wait * 1_000 : undefined,
      });
    const body = parsed(text);
    if (body === undefined) return new VendorUnavailable(`${system} answered ${status} without data`);
    // Some refuse what is written as if they had broken, but say why.
    const { errors } = (body ?? {}) as { errors?: unknown };
    if (status >= 500 && !(writes && Array.isArray(errors)))
      return new VendorUnavailable(`${system} answered ${status}: ${messageOf(body)}`);
    return { status, headers: response.headers, body };
  } catch (cause) {
    return new VendorUnavailable(`${system} did not answer`, { cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an error says, in any of the shapes that these systems use. */
export function messageOf(body: unknown): string {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
  const entries = (Array.isArray(errors) ? errors : []).map((each: unknown) =>
    typeof each === "string" ? each : (each as { message?: unknown } | null)?.message,
  );
  const texts = [message, ...entries].filter((text) => typeof text === "string" && text !== "");
  return texts.join(" ").slice(0, 300) || "no reason was given";
}
