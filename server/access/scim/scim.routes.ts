import { createHash } from "node:crypto";
import { readFilter, ScimFault } from "@tradewind/domain/access/scim.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, orNotFound, tooMany } from "../../platform/app-error.ts";
import { callLimits } from "../../platform/call-limits.ts";
import { realNow } from "../../platform/clock.ts";
import { brokeInput, brokeUnique, outOfDeadlock } from "../../platform/db-errors.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { patch, provide, remove, replace, taken, type Call } from "./scim.actions.ts";
import { findScimPerson, findToken, listScimPeople, noteUse, type PersonRow, type Token } from "./scim.store.ts";
import { resourceTypes, schemaDefinitions, schemas, serviceProviderConfig } from "./scim-wire.ts";

const identity = { role: "app_identity" } as const;
const largestBody = 64 * 1024;
const mostListed = 100;
const mediaType = "application/scim+json; charset=utf-8";
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, string | undefined> }>;

const toWire = (row: PersonRow, base: string) => ({
  schemas: [schemas.user],
  id: row.id,
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  userName: row.user_name,
  name: { givenName: row.first_name, familyName: row.last_name },
  displayName: `${row.first_name} ${row.last_name}`.trim(),
  emails: [{ value: row.email, type: "work", primary: true }],
  active: row.status === "Active",
  meta: {
    resourceType: "User",
    created: row.created_at.toISOString(),
    lastModified: row.changed_at.toISOString(),
    location: `${base}/Users/${row.id}`,
  },
});

const listOf = (Resources: unknown[], totalResults = Resources.length, startIndex = 1) => ({
  schemas: [schemas.list],
  totalResults,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
});

/** Serves people to a company's directory (SCIM 2.0), beside the API: another protocol, and tokens of its own. */
export function serveScim(app: FastifyInstance, platform: Platform): void {
  const count = callLimits(platform.config);
  const base = `${platform.config.PUBLIC_URL}/scim/v2`;
  const tokens = new WeakMap<FastifyRequest, Token>();

  /** Finds and counts the token of a call, before its body is read. */
  async function tokenOf(request: FastifyRequest): Promise<Token> {
    const given = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? "")?.[1];
    const hash = createHash("sha256")
      .update(given ?? "")
      .digest();
    const token = given && (await platform.database.read(identity, (db) => findToken(db, hash)));
    if (!token) throw new AppError("tokenUnknown");
    const { wait } = count(
      [
        ["token", token.id],
        ["reseller", token.reseller_id],
      ],
      realNow(),
    );
    if (wait !== undefined) throw tooMany(wait);
    if (token.unnoted) await platform.database.write(identity, (tx) => noteUse(tx, token));
    return token;
  }

  const reading =
    (work: (db: Db, token: Token, request: Asked) => Promise<unknown>) =>
    async (request: FastifyRequest): Promise<unknown> => {
      const token = tokens.get(request)!;
      return platform.database.read(identity, (db) => work(db, token, request as Asked));
    };

  const writing =
    (status: number, work: (call: Call, request: Asked) => Promise<PersonRow | void>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const token = tokens.get(request)!;
      const now = platform.clock.now();
      const row = await outOfDeadlock(() =>
        platform.database.write(identity, (tx) => work({ platform, tx, token, ip: request.ip, now }, request as Asked)),
      );
      // Whoever was suspended is out at once, in this process as well.
      platform.sessions.forget("");
      platform.committed();
      void reply.code(status);
      if (!row) return reply.send();
      if (status === 201) void reply.header("location", `${base}/Users/${row.id}`);
      return toWire(row, base);
    };

  app.register(
    async (scim) => {
      scim.addHook("onRequest", async (request, reply) => {
        void reply.header("cache-control", "no-store").type(mediaType);
        const { wait } = count([["address", request.ip]], realNow());
        if (wait !== undefined) throw tooMany(wait);
        tokens.set(request, await tokenOf(request));
      });
      scim.removeAllContentTypeParsers();
      const parse = scim.getDefaultJsonParser("error", "error");
      scim.addContentTypeParser<string>(
        ["application/scim+json", "application/json"],
        { parseAs: "string", bodyLimit: largestBody },
        (request, text, done) => (text === "" ? done(null, undefined) : void parse(request, text, done)),
      );
      scim.setErrorHandler((error, request, reply) => {
        const { status, detail, scimType } = refusalOf(error);
        if (status >= 500) request.log.error({ err: error }, "A call of a directory failed");
        if (status === 401) void reply.header("www-authenticate", 'Bearer realm="scim"');
        const wait = error instanceof AppError && error.details?.["RetryAfterSeconds"];
        if (status === 429) void reply.header("retry-after", typeof wait === "number" ? wait : 5);
        return reply
          .code(status)
          .type(mediaType)
          .send(
            JSON.stringify({ schemas: [schemas.error], status: String(status), ...(scimType && { scimType }), detail }),
          );
      });

      scim.get("/ServiceProviderConfig", async () => serviceProviderConfig);
      for (const [path, all] of [
        ["/ResourceTypes", resourceTypes],
        ["/Schemas", schemaDefinitions],
        // People have roles here, which their managers give; a directory's groups are not kept.
        ["/Groups", []],
      ] as const) {
        scim.get(path, async () => listOf([...all]));
        scim.get(`${path}/:id`, async ({ params }) =>
          orNotFound(all.find(({ id }) => id === (params as { id: string }).id)),
        );
      }
      scim.get(
        "/Users",
        reading(async (db, { reseller_id }, { query }) => {
          const filter = query["filter"] === undefined ? undefined : readFilter(query["filter"]);
          const start = Math.max(1, wholeOf(query["startIndex"], 1));
          const most = Math.min(Math.max(0, wholeOf(query["count"], mostListed)), mostListed);
          const { total, rows } = await listScimPeople(db, reseller_id, { filter, start, most });
          return listOf(
            rows.map((row) => toWire(row, base)),
            total,
            start,
          );
        }),
      );
      scim.get(
        "/Users/:id",
        reading(async (db, { reseller_id }, { params }) => {
          return toWire(orNotFound(await findScimPerson(db, reseller_id, idOf(params.id))), base);
        }),
      );
      scim.post(
        "/Users",
        writing(201, (call, { body }) => provide(call, body)),
      );
      scim.put(
        "/Users/:id",
        writing(200, (call, { params, body }) => replace(call, idOf(params.id), body)),
      );
      scim.patch(
        "/Users/:id",
        writing(200, (call, { params, body }) => patch(call, idOf(params.id), body)),
      );
      scim.delete(
        "/Users/:id",
        writing(204, (call, { params }) => remove(call, idOf(params.id))),
      );
      for (const path of ["/Groups", "/Groups/:id"])
        scim.route({
          method: ["POST", "PUT", "PATCH", "DELETE"],
          url: path,
          handler: (_request, reply) =>
            reply.code(501).send({
              schemas: [schemas.error],
              status: "501",
              detail: "Groups are not kept here: provide people only. Their roles are given in the portal",
            }),
        });
      // Otherwise the portal's page would answer.
      for (const path of ["/", "/*"])
        scim.all(path, () => {
          throw new AppError("notFound");
        });
    },
    { prefix: "/scim/v2" },
  );
}

function idOf(text: string): string {
  if (!guid.test(text)) throw new AppError("notFound");
  return text.toLowerCase();
}

function wholeOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimFault("invalidValue", "startIndex and count are whole numbers");
  return Number(text);
}

function refusalOf(error: unknown): { status: number; detail: string; scimType?: string } {
  if (error instanceof ScimFault)
    return { status: error.scimType === "uniqueness" ? 409 : 400, detail: error.message, scimType: error.scimType };
  if (error instanceof AppError) return { status: error.status, detail: error.message };
  if (brokeUnique(error, "scim_people_by_external_id")) return refusalOf(taken());
  if (brokeInput(error)) return refusalOf(new ScimFault("invalidValue", "A text has characters that cannot be kept"));
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode < 500)
    return {
      status: statusCode,
      detail: "The call is not well formed",
      ...(statusCode === 400 && { scimType: "invalidSyntax" }),
    };
  return { status: 500, detail: "Something went wrong here. Please try again later" };
}
