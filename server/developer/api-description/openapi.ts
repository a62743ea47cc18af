import { endpoints as all } from "@tradewind/contract/all.ts";
import { takesKey, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { errors, type ErrorCode } from "@tradewind/contract/errors.ts";
import { scopeOf } from "@tradewind/contract/scopes.ts";
import { tokenDays } from "@tradewind/domain/access/scopes.ts";
import * as z from "zod/mini";

type Json = Record<string, unknown>;
export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Json; description?: string }[];
  requestBody?: { required: true; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
  security: Json[];
};
export type ApiDescription = {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Json;
};

const json = "application/json";
/** Files that are read as they are made, in the turn of the caller's company. */
const downloads = new Set<Endpoint["file"]>(["text/csv", "application/x-ndjson", json]);

/** Describes the contract as OpenAPI 3.1, which takes its JSON Schema 2020-12 schemas unchanged. */
export function describeApi(endpoints: Record<string, Endpoint> = all): ApiDescription {
  const paths: ApiDescription["paths"] = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Tradewind",
      version: "1",
      description:
        "The calls of the Tradewind portal. Answers come in one envelope; a refusal carries a code of the catalogue and a sentence. A call that changes something takes an Idempotency-Key: a repeat with the same key gets the first answer again. The few that take none say why. " +
        `Programs send an API token in place of a session's: Authorization: Bearer tradewind_… It is made under Your account, API tokens, for scopes that read or write in an area, lives for at most ${tokenDays.most} days, and may do no more than who made it. RateLimit in each answer tells how many calls are left this minute.`,
    },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.keys(endpoints).map(featureOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The access token of a session, or an API token" },
      },
    },
  };
}

const featureOf = (name: string) => name.split(".")[0]!;

function operationOf(name: string, endpoint: Endpoint): Operation {
  return {
    operationId: name,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [featureOf(name)],
    parameters: [
      ...parametersOf("path", endpoint.params),
      ...parametersOf("query", endpoint.query),
      ...(takesKey(endpoint)
        ? [{ name: "Idempotency-Key", in: "header", required: true, schema: { type: "string", maxLength: 255 } }]
        : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.encoding === "form" ? "application/x-www-form-urlencoded" : json]: {
                schema: schemaOf(endpoint.body, "input"),
              },
            },
          },
        }
      : {}),
    responses: { 200: { description: "Done", content: contentOf(endpoint) }, ...refusalsOf(endpoint) },
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
  };
}

/**
 * Describes who may call an endpoint, whether it asks for a proof of identity, which scope it needs and, for a write without a key, why a
 * repeat does not return the first answer.
 */
const descriptionOf = (endpoint: Endpoint) =>
  [
    accessOf(endpoint),
    ...proofOf(endpoint),
    ...scopeLine(endpoint),
    ...(endpoint.keyless ? [`Takes no Idempotency-Key. ${endpoint.keyless}`] : []),
  ].join(" ");

const proofOf = ({ proof }: Endpoint) =>
  proof === "fresh" ? ["Asks for a proof of identity, given in this session within the last five minutes."] : [];

function scopeLine(endpoint: Endpoint): string[] {
  if (endpoint.access === "public") return [];
  const scope = scopeOf(endpoint);
  return [scope ? `An API token needs the scope ${scope}.` : "Not for API tokens."];
}

function accessOf({ access, flag }: Endpoint): string {
  const gate = flag ? ` Answers only while the feature ${flag} is on.` : "";
  if (access === "public") return `For everybody.${gate}`;
  if (access === "signedIn") return `For everybody who is signed in.${gate}`;
  const who = access.kinds?.map((kind) => (kind === "admin" ? "the operator's staff" : kind)).join(" or ");
  const right = access.anyOf.length > 0 ? `whoever holds ${access.anyOf.join(" or ")}` : undefined;
  return `For ${[who, right].filter(Boolean).join(", ")}.${gate}`;
}

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, "~standard": __, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return described;
}

function parametersOf(place: "path" | "query", schema: z.ZodMiniType | undefined): Operation["parameters"] {
  if (!schema) return [];
  const described = schemaOf(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(described.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || described.required?.includes(name) === true,
    schema: field,
  }));
}

function contentOf(endpoint: Endpoint): Record<string, { schema: Json }> {
  if (endpoint.file === "text/event-stream") return { [endpoint.file]: { schema: { type: "string" } } };
  if (endpoint.file) return { [endpoint.file]: { schema: {} } };
  const result = schemaOf(endpoint.result, "output");
  return {
    [json]: { schema: endpoint.path.startsWith("/api/auth/") && isOauth(endpoint) ? result : envelopeOf(result) },
  };
}

/** The token endpoints answer in OAuth's format, without the envelope. */
const isOauth = (endpoint: Endpoint) => endpoint.path === "/api/auth/token" || endpoint.path === "/api/auth/refresh";

const nothing = { type: "null" };
const envelopeOf = (result: Json): Json => ({
  type: "object",
  required: ["Succeed", "Error", "Errors", "Messages", "Labels", "Resources", "Result"],
  properties: {
    Succeed: { const: true },
    Error: nothing,
    Errors: nothing,
    Messages: { type: "array", items: { type: "string" } },
    Labels: nothing,
    Resources: nothing,
    Result: result,
  },
});

const textByName = { type: ["object", "null"], additionalProperties: { type: "string" } };
const refusalSchema: Json = {
  type: "object",
  required: ["Succeed", "Error", "Errors", "Messages", "Labels", "Resources", "Result"],
  properties: {
    Succeed: { const: false },
    Error: { type: "string", enum: Object.keys(errors), description: "A code of the catalogue" },
    Errors: { ...textByName, description: "A message for each field that is wrong, by its name" },
    Messages: { type: "array", items: { type: "string" }, description: "What happened and what to do next" },
    Labels: { ...textByName, description: "Reference is the number of the request, for support" },
    Resources: { type: ["object", "null"], description: "What a screen can show about the refusal" },
    Result: nothing,
  },
};

/** Lists refusals by status: the ones common to this kind of call, and the endpoint's own. */
function refusalsOf(endpoint: Endpoint): Operation["responses"] {
  const codes: ErrorCode[] = [
    "invalidRequest",
    ...(endpoint.access === "public" ? [] : (["notSignedIn", "tokenUnknown"] as const)),
    ...(typeof endpoint.access === "object" ? (["PermissionNotFound"] as const) : []),
    ...(endpoint.params || endpoint.flag ? (["notFound"] as const) : []),
    ...(takesKey(endpoint)
      ? (["idempotencyKeyMissing", "idempotencyKeyInvalid", "idempotencyKeyReused"] as const)
      : []),
    ...(endpoint.errors ?? []),
    ...(endpoint.body ? (["tooLarge"] as const) : []),
    "tooManyRequests",
    ...(downloads.has(endpoint.file) ? (["exportsBusy"] as const) : []),
    "overloaded",
    "unexpected",
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `${code}: ${errors[code][1]}`).join("\n"),
        content: { [json]: { schema: { $ref: "#/components/schemas/Refusal" } } },
      },
    ]),
  );
}
