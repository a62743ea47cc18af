/** JSON-RPC 2.0 as Bitdefender speaks it: one address for each API, and refusals with status 200. */
import { Refused, type SimReply, type SimRequest } from "../kit/vendor.ts";

export type Params = Record<string, any>;

/** What a parameter may be. One that ends in a question mark may be left out. */
export type Kind = "string" | "number" | "boolean" | "object" | "array";
export type Expected = Readonly<Record<string, Kind | `${Kind}?`>>;

export type Method = { expects: Expected; answer(params: Params): unknown };
/** The methods of each API, by its name. */
export type Apis = Readonly<Record<string, Readonly<Record<string, Method>>>>;

const words: Readonly<Record<number, string>> = {
  [-32700]: "Parse error",
  [-32600]: "Invalid Request",
  [-32601]: "Method not found",
  [-32602]: "Invalid params",
  [-32000]: "Server error",
};

/** Throws a refusal in the API's format. Must be called before anything is changed. */
export function refuse(code: number, details: string): never {
  throw new Refused({ status: 200, body: { error: { code, message: words[code], data: { details } } } });
}

export const invalid = (name: string): never => refuse(-32602, `Invalid value for '${name}' parameter.`);

/** Answers one call. Nothing is known of calls in a row, nor of such that want no answer. */
export function answerRpc(apis: Apis, { params: { api }, body }: SimRequest): SimReply {
  const methods = apis[api ?? ""];
  if (!methods) return { status: 404, body: { message: "There is no such API." } };
  const dressed = (more: object): SimReply => ({
    status: 200,
    body: { id: body["id"] ?? null, jsonrpc: "2.0", ...more },
  });
  try {
    if ("unreadable" in body) refuse(-32700, "The request is no JSON.");
    const { id, jsonrpc, method, params = {} } = body;
    if (jsonrpc !== "2.0" || (typeof id !== "string" && typeof id !== "number") || typeof method !== "string")
      refuse(-32600, "The request needs id, jsonrpc and method.");
    const called = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!called) return refuse(-32601, `There is no method ${method} in ${api}.`);
    if (kindOf(params) !== "object") refuse(-32602, "The parameters are no object.");
    checkParams(params, called.expects);
    return dressed({ result: called.answer(params) ?? null });
  } catch (error) {
    if (error instanceof Refused && error.reply.status === 200) return dressed(error.reply.body as object);
    throw error;
  }
}

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

export function checkParams(params: Params, expects: Expected, within = ""): void {
  for (const name of Object.keys(params))
    if (!Object.hasOwn(expects, name)) refuse(-32602, `The parameter '${within}${name}' is not expected.`);
  for (const [name, expected] of Object.entries(expects)) {
    const kind = expected.replace("?", "");
    if (params[name] === undefined && expected === kind)
      refuse(-32602, `The required parameter is missing: '${within}${name}'.`);
    if (params[name] !== undefined && kindOf(params[name]) !== kind) invalid(`${within}${name}`);
  }
}
