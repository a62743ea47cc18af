/**
 * Measures the memory that an open event stream costs a web process, beside one that bare node:http holds open, and the
 * CPU of opening it and of telling it of a change.
 */
import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@tradewind/tools/embedded-postgres.ts";
import type pg from "pg";
import { cpuOf, memoryOf, send, type Side } from "./measure.ts";
import type { Row } from "./report.ts";
import { onGround, startProgram, type Ground, type Running } from "./sides.ts";

const resellers = 20;
const mebibyte = 1024 * 1024;

type Memory = { used: number; resident: number };
/** A process whose memory can be looked at, and how a stream to it is opened: where it leads. */

type Server = Running & { inspector: number };

export function run(streams = 10_000): Promise<Row[]> {
  return onGround(async ({ admin, product }) => {
    const limit = await held(
      await inspected((settings) => startProgram("streams", settings)),
      streams,
      async ({ url }) => `${url}/stream`,
    );
    const web = await inspected((more) => product.web({ ...more, STREAMS_PER_RESELLER: String(streams) }));
    const tokens = await tokensOf(admin, product, streams);
    const ours = await held(
      web,
      streams,
      (server) => streamFor(server, tokens.pop()!),
      async () => {
        await admin.query(
          "insert into events (reseller_id, topics) select id, array['customers'] from resellers where name like 'Streams %'",
        );
        await admin.query("notify events");
      },
    );
    const kilobytes = ({ used, resident }: Memory) =>
      `${(used / 1024).toFixed(1)} kB of objects, ${(resident / 1024).toFixed(1)} kB resident`;
    return [
      {
        name: `memory of one of ${streams.toLocaleString("en-GB")} streams`,
        value: ours.memory.used / 1024,
        gate: 12,
        detail: `kB of objects; limit ${kilobytes(limit.memory)}, ours ${kilobytes(ours.memory)}`,
      },
      {
        name: "telling each of a change",
        value: ours.telling,
        gate: 0.2,
        detail: `ms CPU of the process a stream; ${ours.opening.toFixed(2)} to open one with its ticket, limit ${limit.opening.toFixed(2)}`,
      },
    ];
  });
}

/** Opens half of the streams, which loads and compiles what all need, and then measures what the other half adds. */
async function held(
  server: Server,
  streams: number,
  addressOf: (server: Server) => Promise<string>,
  tell?: () => Promise<void>,
) {
  const agent = new http.Agent();
  const open: http.ClientRequest[] = [];
  const heard = { frames: 0 };
  const pid = server.child.pid!;
  const openTo = (count: number) =>
    Promise.all(
      Array.from({ length: 16 }, async () => {
        while (open.length < count) {
          const at = open.push(undefined as never) - 1;
          open[at] = await listenTo(await addressOf(server), agent, heard);
        }
      }),
    );
  try {
    const half = streams / 2;
    await openTo(half);
    const before = { ...(await memoryOfAll(server)), cpu: cpuOf(pid) };
    await openTo(streams);
    const opening = (cpuOf(pid) - before.cpu) / half;
    const after = await memoryOfAll(server);
    const cpu = cpuOf(pid);
    await tell?.();
    while (tell && heard.frames < streams) await sleep(20);
    return {
      memory: { used: (after.used - before.used) / half, resident: (after.resident - before.resident) / half },
      opening,
      telling: (cpuOf(pid) - cpu) / streams,
    };
  } finally {
    for (const stream of open) stream.destroy();
    await server.stop();
  }
}

async function inspected(start: (settings: Record<string, string>) => Promise<Running>): Promise<Server> {
  const inspector = await findFreePort();
  return { ...(await start({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` })), inspector };
}

async function tokensOf(admin: pg.Client, product: Ground["product"], count: number) {
  const { rows } = await admin.query<{ id: string }>(
    `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
     select 'Streams ' || n, 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01'
     from generate_series(1, $1::int) n returning id`,
    [resellers],
  );
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) tokens.push(await product.tokenFor(admin, rows[n % resellers]!.id));
  return tokens;
}

const calls = new http.Agent({ keepAlive: true, maxSockets: 16 });

/** Returns the address of a person's stream with its ticket. */
async function streamFor({ url }: Server, token: string): Promise<string> {
  const side: Side = { url, pids: [], headers: { authorization: `Bearer ${token}` } };
  const { text } = await send(side, calls, { path: "/api/notifications/negotiate" });
  const { accessToken, url: path } = (JSON.parse(text) as { Result: { accessToken: string; url: string } }).Result;
  return `${url}${path}?access_token=${accessToken}`;
}

/** Opens a stream; resolves when it was answered. Counts the events it hears. */
function listenTo(url: string, agent: http.Agent, heard: { frames: number }): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}`));
      response.on("data", (piece: Buffer) => (heard.frames += piece.includes("event: SendMessage") ? 1 : 0));
      response.on("error", () => {});
      return resolve(request);
    });
    request.on("error", reject);
  });
}

/** Bytes of a process after it collected what it has no use for: its objects, and the pages it holds. */
async function memoryOfAll({ inspector, child }: Server): Promise<Memory> {
  const targets = await fetch(`http://127.0.0.1:${inspector}/json/list`);
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await once(socket, "open");
  const ask = async (method: string) => {
    const answered = once(socket, "message") as Promise<[MessageEvent<string>]>;
    socket.send(JSON.stringify({ id: 1, method }));
    return (JSON.parse((await answered)[0].data) as { result: { usedSize: number } }).result;
  };
  await ask("HeapProfiler.collectGarbage");
  await ask("HeapProfiler.collectGarbage");
  const { usedSize } = await ask("Runtime.getHeapUsage");
  socket.close();
  await sleep(1_000);
  return { used: usedSize, resident: memoryOf(child.pid!) * mebibyte };
}
