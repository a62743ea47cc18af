import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { usualBody } from "@tradewind/contract/endpoint.ts";
import { errors } from "@tradewind/contract/errors.ts";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import fastifyStatic from "@fastify/static";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import type { Platform } from "./platform.ts";
import { answerErrors, refusalText } from "./answers.ts";
import { AppError } from "./app-error.ts";
import { realNow } from "./clock.ts";
import type { Config } from "./config.ts";
import { admitOurPage } from "./own-page.ts";
import { withPortals, withSettings } from "./portal-page.ts";
import { readiness } from "./readiness.ts";

/** Sent with every answer: foreign content is never loaded or framed, and of ours only what says that it may be. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify app micro-frontends",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};

/**
 * Lists the only foreign addresses a page may call: the API's hosts, and the hardware portal, which ends its own
 * session.
 */
export function headersFor({ AUTH_HOST, MARKETPLACE_HOST, API_HOST, HARDWARE_LOGOUT_URL }: Config) {
  const called = [AUTH_HOST, MARKETPLACE_HOST, API_HOST, HARDWARE_LOGOUT_URL].filter((address) => address !== "");
  const sources = ["'self'", ...new Set(called.map((address) => new URL(address).origin))].join(" ");
  const policy = securityHeaders["content-security-policy"].replace("connect-src 'self'", `connect-src ${sources}`);
  return { ...securityHeaders, "content-security-policy": policy };
}

/** Builds the HTTP server without routes: limits, headers, errors, health. */
export async function httpServer(platform: Platform): Promise<FastifyInstance> {
  const headers = headersFor(platform.config);
  const headerLines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const loggerInstance: FastifyBaseLogger = platform.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: usualBody,
    trustProxy: (_, hop) => hop < platform.config.TRUST_PROXY,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    genReqId: () => crypto.randomUUID(),
    // Requests arriving on open connections while stopping are still answered; then the connection closes.
    return503OnClosing: false,
    requestTimeout: 30_000,
    // How often slow requests are looked for.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: "idle",
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    frameworkErrors: (_, request, reply) =>
      // The library types this reply by a request of its own.
      void (reply as unknown as FastifyReply)
        .code(400)
        .headers(headers)
        .header("cache-control", "no-store")
        .type("application/json; charset=utf-8")
        .send(refusalText("malformedRequest", request.id)),
    clientErrorHandler: (error, socket) => {
      // Browsers open connections ahead: an answer to one that has asked nothing would be taken for that of its request.
      if (error.code === "ECONNRESET" || !socket.writable || socket.bytesRead === 0) return socket.destroy();
      const code =
        error.code === "HPE_HEADER_OVERFLOW"
          ? "headersTooLarge"
          : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
            ? "requestTooSlow"
            : "malformedRequest";
      const text = refusalText(code, crypto.randomUUID());
      socket.end(
        `HTTP/1.1 ${errors[code][0]} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n${headerLines}connection: close\r\n\r\n${text}`,
      );
      return undefined;
    },
  });
  answerErrors(app);
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(headers);
    if (namesTwoHosts(request.raw.rawHeaders)) throw new AppError("malformedRequest");
    // The address as it was understood, however it was spelt.
    if (request.routeOptions.url?.startsWith("/api/") || request.url.startsWith("/api/"))
      void reply.header("cache-control", "no-store");
  });
  admitOurPage(app, platform.config);
  app.addHook("onSend", async (_, reply) => {
    // A keep-alive connection would delay a stopping server.
    if (draining.has(app)) void reply.header("connection", "close");
  });
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (hasManyValues(text)) done(new AppError("tooLarge"));
    else void parse(request, text, done);
  });
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: 20_000 });
  await app.register(compress, { encodings: ["gzip"], threshold: 1024, global: true, inflateIfDeflated: false });

  serveSecurityContact(app, platform.config);
  const database = readiness(platform.config.DATABASE_URL);
  app.addHook("onClose", () => database.close());
  app.get("/healthz", async () => ({ alive: true }));
  app.get("/readyz", async (_, reply) => {
    const why = draining.has(app) ? "stopping" : await database.whyNot();
    return why === undefined
      ? { ready: true, scanner: platform.scanner ? "on" : "off" }
      : reply.code(503).send({ ready: false, why });
  });
  return app;
}

/** Days for which the address for reports of weaknesses is promised. */
const promised = 180;

/** Says where weaknesses are reported, as RFC 9116 asks. */
function serveSecurityContact(app: FastifyInstance, { SECURITY_CONTACT, PUBLIC_URL }: Config) {
  const url = "/.well-known/security.txt";
  if (SECURITY_CONTACT === "") return;
  app.get(url, (_, reply) => {
    const until = new Date(realNow() + promised * 86_400_000).toISOString();
    return reply
      .type("text/plain; charset=utf-8")
      .send(
        `Contact: ${SECURITY_CONTACT}\nExpires: ${until}\nPreferred-Languages: en\nCanonical: ${new URL(url, PUBLIC_URL).href}\n`,
      );
  });
}

const namesTwoHosts = (raw: readonly string[]) =>
  raw.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host").length > 1;

const [quote, backslash] = [0x22, 0x5c];

/** Tells whether a body is long beside its texts, which may be files with quotes and line ends. */
function hasManyValues(body: string): boolean {
  if (body.length <= usualBody) return false;
  let beside = 0;
  let isText = false;
  for (let at = 0; at < body.length && beside <= usualBody; at++) {
    const sign = body.charCodeAt(at);
    if (sign === quote) isText = !isText;
    else if (isText && sign === backslash) at++;
    if (!isText || sign === quote) beside++;
  }
  return beside > usualBody;
}

const draining = new WeakSet<FastifyInstance>();

/** Milliseconds for open connections to close with their next answer before new ones are refused. */
const lastCalls = 500;

/** Finishes requests in progress, then refuses new ones, and stops within ten seconds. */
export async function drain(app: FastifyInstance, platform: Platform): Promise<void> {
  draining.add(app);
  platform.hub.close();
  await sleep(lastCalls);
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearInterval(idle);
}

/** A page's look from its first byte, if its host belongs to a reseller. */
export type PageLabel = {
  name: string;
  theme: string;
  accent: string;
  /** The address of the accent's style sheet. */
  sheet: string;
  logo: { desktop: string; mobile: string } | null;
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!);

/**
 * Adds the label to the page as attributes and links: the content policy allows neither inline styles nor inline
 * scripts.
 */
export function labelled(page: string, { name, theme, accent, sheet, logo }: PageLabel): string {
  const attributes = {
    ...(theme === "default" ? {} : { "data-scheme": theme }),
    "data-theme": theme,
    "data-accent": accent,
    "data-brand": name,
    ...(logo && { "data-logo": logo.desktop, "data-mobile-logo": logo.mobile }),
  };
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return page
    .replace("<html", () => `<html${said.join("")}`)
    .replace("</head>", () => `<link rel="stylesheet" href="${sheet}" /></head>`)
    .replace(/(<title>.*?)Tradewind(<\/title>)/, (_, before: string, after: string) => before + escaped(name) + after);
}

/** The document at an address, and whether it is a page of ours: unknown ones are drawn too, but answered with 404. */
export type PageAt = (pathname: string) => { document: "signedOut" | "signedIn"; exists: boolean };

export const builtPortal = path.join(import.meta.dirname, "../../web/dist");

/** Serves the built portal: signed-out pages and the signed-in application, preferring precompressed files. */
export async function servePortal(
  app: FastifyInstance,
  pageAt: PageAt,
  config: Config,
  labelOfHost: (host: string) => Promise<PageLabel | undefined>,
  folder = builtPortal,
): Promise<void> {
  if (!fs.existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: path.join(folder, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
    index: false,
    wildcard: true,
    decorateReply: false,
  });
  const pageOf = (file: string) => fs.readFileSync(path.join(folder, file), "utf8");
  const pages = { signedOut: pageOf("auth.html"), signedIn: pageOf("index.html") };
  app.get("/*", { exposeHeadRoute: true }, async (request, reply) => {
    const pathname = URL.parse(request.url, "http://portal")?.pathname;
    if (pathname === undefined) throw new AppError("malformedRequest");
    if (pathname.startsWith("/api/")) return reply.callNotFound();
    const { document, exists } = pageAt(pathname);
    const page = withSettings(withPortals(pages[document], config, request.hostname), config, request.host);
    const label = await labelOfHost(request.hostname.toLowerCase());
    return reply
      .code(exists ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(label ? labelled(page, label) : page);
  });
}
