import { endpoints } from "@tradewind/contract/all.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { docsPage, docsStyle } from "./docs-page.ts";
import { describeApi } from "./openapi.ts";

/** Without the calls of the operator's staff, which are nobody else's business. */
const forEverybody = Object.fromEntries(Object.entries(endpoints).filter(([, each]) => !isStaffOnly(each)));
function isStaffOnly({ access }: Endpoint) {
  return typeof access === "object" && access.kinds?.every((kind) => kind === "admin") === true;
}

/** Serves the API description for programs and for people, built on first request. */
export function serveApiDescription(app: FastifyInstance): void {
  let made: { json: string; page: string } | undefined;
  const description = () => {
    if (!made) {
      const api = describeApi(forEverybody);
      made = { json: JSON.stringify(api), page: docsPage(api) };
    }
    return made;
  };
  const get = (url: string, type: string, body: () => string) =>
    app.get(url, { exposeHeadRoute: false }, (_, reply) =>
      reply.type(`${type}; charset=utf-8`).header("cache-control", "no-cache").send(body()),
    );
  get("/api/openapi.json", "application/json", () => description().json);
  get("/api/docs", "text/html", () => description().page);
  get("/api/docs/style.css", "text/css", () => docsStyle);
}
