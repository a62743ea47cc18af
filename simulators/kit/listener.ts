/** Listens on one loopback port per vendor, with the control plane under `/__sim` and faults before every route. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./clock.ts";
import { answerControl } from "./control.ts";
import { createFaults, type Fault } from "./faults.ts";
import { createJournal } from "./journal.ts";
import type { Store } from "./store.ts";
import { lowerKeys, Refused, type Route, type SimReply, type SimRequest, type Vendor } from "./vendor.ts";
import type { Webhooks } from "./webhooks.ts";

const largestBody = 1024 * 1024;

export type ListenerOptions = {
  port: number;
  vendor: Vendor;
  store: Store;
  clock: Clock;
  webhooks: Webhooks;
};

export async function startListener({ port, vendor, store, clock, webhooks }: ListenerOptions) {
  const faults = createFaults();
  const journal = createJournal();
  const routes = vendor.routes.map((route) => ({ route, pattern: new URLPattern({ pathname: route.path }) }));

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      console.error(error);
      send(outgoing, { status: 500, body: { message: "The simulator failed", error: String(error) } });
    });
  });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const request = await readRequest(incoming);
    clock.settle();
    if (request.path.startsWith("/__sim/")) {
      const reply = await answerControl(request, { clock, faults, journal, vendor, store, webhooks }).catch(replyOf);
      store.commit();
      clock.settle();
      return send(outgoing, reply);
    }
    const fault = faults.pick(request.method, request.path);
    const before = await beforeEffect(fault);
    if (before === "cut" || before === "silent") {
      journal.add(clock.now(), request, undefined, fault);
      return before === "cut" ? void outgoing.destroy() : undefined;
    }
    const done = before ?? work(request);
    clock.settle();
    const given = fault?.kind === "status" && fault.afterEffect ? statusReply(fault) : done;
    // A proxy in between adds nothing.
    const reply = fault?.kind === "html502" ? given : (vendor.dress?.(request, given) ?? given);
    journal.add(clock.now(), request, reply, fault);
    if (fault?.kind === "late") await wait(fault.ms);
    if (fault?.kind === "commitThenReset") return void outgoing.destroy();
    if (fault?.kind === "truncate") return truncate(outgoing, reply);
    send(outgoing, reply, request.method === "HEAD");
  }

  function work(request: SimRequest): SimReply {
    try {
      const refusal = vendor.guard?.(request);
      if (refusal) return refusal;
      const found = findRoute(routes, request);
      return found ? found.answer(request) : vendor.notFound(request);
    } catch (error) {
      return replyOf(error);
    } finally {
      store.commit();
    }
  }

  server.keepAliveTimeout = 60_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

function replyOf(error: unknown): SimReply {
  if (error instanceof Refused) return error.reply;
  throw error;
}

function findRoute(routes: { route: Route; pattern: URLPattern }[], request: SimRequest): Route | undefined {
  for (const { route, pattern } of routes) {
    if (route.method !== request.method) continue;
    const match = pattern.exec({ pathname: request.path });
    if (!match) continue;
    request.params = Object.fromEntries(
      Object.entries(match.pathname.groups).map(([name, value]) => [name, decodeURIComponent(value ?? "")]),
    );
    return route;
  }
  return undefined;
}

async function beforeEffect(fault: Fault | undefined): Promise<SimReply | "cut" | "silent" | undefined> {
  if (fault?.kind === "delay") await wait(fault.ms);
  if (fault?.kind === "reset") return "cut";
  if (fault?.kind === "never") return "silent";
  if (fault?.kind === "status" && !fault.afterEffect) return statusReply(fault);
  if (fault?.kind === "html502")
    return {
      status: 502,
      headers: { "content-type": "text/html" },
      body: "<html><body><h1>502 Bad Gateway</h1></body></html>",
    };
  return undefined;
}

const statusReply = (fault: Extract<Fault, { kind: "status" }>): SimReply => ({
  status: fault.status,
  headers: fault.headers,
  body: fault.body ?? { message: `Fault ${fault.status}` },
});

async function readRequest(incoming: IncomingMessage): Promise<SimRequest> {
  const url = new URL(incoming.url ?? "/", "http://simulator");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new Error("request too large");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    params: {},
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(",") : (value ?? ""),
      ]),
    ),
    body: parseBody(text, incoming.headers["content-type"] ?? ""),
  };
}

function parseBody(text: string, contentType: string): Record<string, any> {
  if (text === "") return {};
  if (contentType.includes("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return lowerKeys(JSON.parse(text));
  } catch {
    return { unreadable: text };
  }
}

function encode(reply: SimReply): string | Buffer {
  if (reply.body === undefined) return "";
  return typeof reply.body === "string" || Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body);
}

function send(outgoing: ServerResponse, reply: SimReply, head = false) {
  const text = encode(reply);
  outgoing.writeHead(reply.status, {
    ...(reply.body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    ...reply.headers,
    ...(reply.status === 204 ? {} : { "content-length": String(Buffer.byteLength(text)) }),
  });
  outgoing.end(head ? undefined : text);
}

function truncate(outgoing: ServerResponse, reply: SimReply) {
  const text = encode(reply);
  outgoing.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
  outgoing.end(text.slice(0, Math.floor(text.length / 2)));
}
