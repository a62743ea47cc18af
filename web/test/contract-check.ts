import { endpoints } from "@tradewind/contract/all.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { errors } from "@tradewind/contract/errors.ts";
import * as z from "zod/mini";

/** `host` is the page's own unless another is configured; `path` starts with the host if it is a foreign one. */
export type Sent = {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
};
type Served = { endpoint: Endpoint; params: Record<string, string> };

const shape = (method: string, parts: readonly string[]) => `${method} ${parts.length}`;
/** By method and number of parts, those with the fewest parameters first. */
const served = Map.groupBy(
  Object.values(endpoints)
    .map((endpoint) => ({ endpoint, parts: endpoint.path.split("/") }))
    .toSorted((a, b) => a.endpoint.path.split(":").length - b.endpoint.path.split(":").length),
  ({ endpoint, parts }) => shape(endpoint.method, parts),
);

/** Finds the endpoint for an address as the server does: a literal part wins over a parameter. */
export function endpointAt(method: string, path: string): Served | undefined {
  const given = path.split("/");
  const best = served
    .get(shape(method, given))
    ?.find(({ parts }) => parts.every((part, at) => part.startsWith(":") || part === given[at]));
  if (!best) return undefined;
  const named = best.parts.flatMap((part, at) =>
    part.startsWith(":") ? [[part.slice(1), decodeURIComponent(given[at]!)] as const] : [],
  );
  return { endpoint: best.endpoint, params: Object.fromEntries(named) };
}

/** Returns a sentence for each breach of the contract. A request may break it if the server would refuse it. */
export function faultsOf(sent: Sent, status: number, answer: unknown): string[] {
  const found = endpointAt(sent.method, sent.path);
  if (!found) return [`${sent.method} ${sent.path} is no endpoint of the contract.`];
  const { endpoint, params } = found;
  const faults =
    status >= 400
      ? [["refusal", refusalFaults(status, answer)] as const]
      : [
          ["address", broken(endpoint.params ?? nothing, params)] as const,
          ["query", broken(endpoint.query ?? nothing, Object.fromEntries(sent.query))] as const,
          ["body", broken(endpoint.body ?? nothing, bodyOf(endpoint, sent))] as const,
          ["answer", resultFaults(endpoint, answer)] as const,
        ];
  return faults.flatMap(([part, own]) => own.map((fault) => `${endpoint.method} ${endpoint.path}, ${part}: ${fault}`));
}

const nothing = z.strictObject({});
const envelope = z.object({ Succeed: z.literal(true), Messages: z.array(z.string()), Result: z.unknown() });
const refusal = z.object({ Succeed: z.literal(false), Error: z.string(), Messages: z.array(z.string()) });

function resultFaults(endpoint: Endpoint, answer: unknown): string[] {
  if (endpoint.file) return [];
  if (speaksOauth(endpoint)) return broken(endpoint.result, answer);
  const read = z.safeParse(envelope, answer);
  return read.success ? broken(endpoint.result, read.data.Result) : ["it is in no envelope."];
}

function refusalFaults(status: number, body: unknown): string[] {
  const refused = z.safeParse(refusal, body);
  // A proxy in front of the server may refuse in a different format.
  if (!refused.success) return [];
  const known = Object.entries(errors).find(([code]) => code === refused.data.Error)?.[1];
  if (!known) return [`${refused.data.Error} is no code of the error catalogue.`];
  return known[0] === status ? [] : [`${refused.data.Error} has status ${known[0]}, not ${status}.`];
}

function bodyOf(endpoint: Endpoint, { body, headers }: Sent): unknown {
  if (body === "") return {};
  if (endpoint.encoding === "form") return Object.fromEntries(new URLSearchParams(body));
  return headers.get("content-type")?.startsWith("application/json") ? JSON.parse(body) : body;
}

function broken(schema: z.ZodMiniType, value: unknown): string[] {
  const read = z.safeParse(schema, value);
  return read.success ? [] : [z.prettifyError(read.error)];
}

const speaksOauth = ({ path }: Endpoint) => path === "/api/auth/token" || path === "/api/auth/refresh";
