/** A virus scanner that speaks as ClamAV's daemon does, and knows one virus: the test file of EICAR. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import type { Store } from "../kit/store.ts";
import type { SimReply, Vendor } from "../kit/vendor.ts";

/** In two halves, so that scanners do not take this file for the test file. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EIC", "AR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/**
 * What goes wrong, set by `POST /__sim/act {"trouble": {"kind": "down", "times": 2}}`: the connection is cut, the answer
 * comes late, or never, or a smaller size is the limit.
 */
type Trouble = { kind: "down" | "slow" | "silent" | "small"; times: number; ms?: number };
type Scan = { id: string; bytes: number; answer: string };

/** As ClamAV is installed. */
const usualLimit = 100 * 1024 * 1024;

/** Lists the scans as JSON at `/__sim/scans`, newest first. */
export function scannerVendor({ store }: { store: Store }): Vendor {
  const missing: SimReply = { status: 404, body: { message: "There is nothing here" } };
  return {
    routes: [],
    notFound: () => missing,
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/scans"
        ? { status: 200, body: { scans: store.collection<Scan>("scans").values().toReversed() } }
        : undefined,
    act: ({ trouble }) => store.collection<Trouble>("trouble").put("", trouble),
  };
}

/** Answers `PING`, `VERSION` and `INSTREAM` on loopback, each command with `z` and a zero byte or `n` and a line's end. */
export async function startClamd(port: number, store: Store) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    const trouble = takeTrouble();
    if (trouble?.kind === "down") return void socket.destroy();
    if (trouble?.kind === "silent") return void socket.resume();
    const say = (text: string) => {
      if (trouble?.kind === "slow") setTimeout(() => socket.end(`${text}\0`), trouble.ms ?? 1_000);
      else socket.end(`${text}\0`);
    };
    let heard = Buffer.alloc(0);
    const listen = (data: Buffer) => {
      heard = Buffer.concat([heard, data]);
      const answer = answerTo(heard, trouble?.kind === "small" ? 1_000 : usualLimit);
      if (answer === undefined) return;
      socket.off("data", listen);
      socket.resume();
      if (answer.bytes !== undefined) {
        const id = store.newId();
        store.collection<Scan>("scans").put(id, { id, bytes: answer.bytes, answer: answer.text });
        store.commit();
      }
      say(answer.text);
    };
    socket.on("data", listen);
    return undefined;
  });

  function takeTrouble(): Trouble | undefined {
    const troubles = store.collection<Trouble>("trouble");
    const armed = troubles.get("");
    if (!armed || armed.times <= 0) return undefined;
    troubles.put("", { ...armed, times: armed.times - 1 });
    store.commit();
    return armed;
  }

  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Answers what was heard so far; undefined until it is whole. */
function answerTo(heard: Buffer, limit: number): { text: string; bytes?: number } | undefined {
  const end = heard[0] === 0x7a ? 0 : 0x0a;
  const at = heard.indexOf(end);
  if (at < 0) return undefined;
  const command = heard.subarray(1, at).toString("latin1");
  if (command === "PING") return { text: "PONG" };
  if (command === "VERSION") return { text: "ClamAV 1.4.6/27000/Mon Nov 23 06:00:00 2026" };
  if (command !== "INSTREAM") return { text: "UNKNOWN COMMAND" };
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let from = at + 1; from + 4 <= heard.length;) {
    const length = heard.readUInt32BE(from);
    if (length === 0) {
      const found = isTestFile(Buffer.concat(parts));
      return { bytes, text: found ? "stream: Eicar-Test-Signature FOUND" : "stream: OK" };
    }
    bytes += length;
    if (bytes > limit) return { bytes, text: "INSTREAM size limit exceeded. ERROR" };
    if (from + 4 + length > heard.length) return undefined;
    parts.push(heard.subarray(from + 4, from + 4 + length));
    from += 4 + length;
  }
  return undefined;
}

/** As EICAR says: the string at the beginning, followed by nothing but white space, 128 bytes at most. */
const isTestFile = (bytes: Buffer) => bytes.length <= 128 && bytes.toString("latin1").trimEnd() === eicar;
