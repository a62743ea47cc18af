import { connect, type Socket } from "node:net";
import type { Scanner } from "../scanner.ts";

/** The most milliseconds to say its version in, which takes it no work. */
const greeting = 5_000;
const chunk = 64 * 1024;

/**
 * Speaks the protocol of ClamAV's daemon: a command of `z` and a zero byte, for a scan then the bytes in chunks with
 * their lengths before them, and an answer up to a zero byte. `url` is `tcp://host:port` or `unix:/path`, `patience` the
 * milliseconds for a whole conversation.
 */
export function clamd(url: string, patience: number): Scanner {
  const address = new URL(url);
  const open = () =>
    address.protocol === "unix:"
      ? connect({ path: address.pathname })
      : connect({ host: address.hostname.replace(/^\[|\]$/g, ""), port: Number(address.port || 3310) });
  return {
    async scan(bytes) {
      const answer = await converse(open(), patience, (socket) => {
        socket.write("zINSTREAM\0");
        for (let at = 0; at < bytes.length; at += chunk) {
          const part = bytes.subarray(at, at + chunk);
          socket.write(lengthOf(part.length));
          socket.write(part);
        }
        socket.write(lengthOf(0));
      });
      const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (virus === undefined && answer !== "stream: OK") throw new Error(`The scanner answered: ${answer}`);
      return { virus };
    },
    version: () => converse(open(), Math.min(patience, greeting), (socket) => socket.write("zVERSION\0")),
  };
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/**
 * Says something and waits for the answer. A scanner that was sent too much answers and hangs up: what it said counts,
 * even if writing to it failed.
 */
function converse(socket: Socket, patience: number, say: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    let fault: Error | undefined;
    const timer = setTimeout(() => socket.destroy(new Error("The scanner did not answer in time")), patience);
    socket.setEncoding("utf8");
    socket.on("connect", () => say(socket));
    socket.on("data", (text: string) => {
      heard += text;
      if (heard.includes("\0") || heard.length > 10_000) socket.destroy();
    });
    socket.on("error", (error) => (fault = error));
    socket.on("close", () => {
      clearTimeout(timer);
      if (heard.includes("\0")) resolve(heard.slice(0, heard.indexOf("\0")).trim());
      else reject(fault ?? new Error("The scanner hung up without an answer"));
    });
  });
}
