/** A proxy as in front of a production: asks `/readyz`, spreads requests, and repeats a GET that met a closed port. */
import http from "node:http";

type Target = { port: number; ready: boolean };
const checkEvery = 100;

/** Starts a proxy in front of the ports. */
export async function startProxy(
  ports: readonly number[],
  host: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const targets: Target[] = ports.map((port) => ({ port, ready: false }));
  const look = async (target: Target) => {
    const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`).catch(() => undefined);
    target.ready = answer?.status === 200;
  };
  await Promise.all(targets.map(look));
  const timer = setInterval(() => void Promise.all(targets.map(look)), checkEvery);
  let turn = 0;
  const next = (not?: Target) => {
    const able = targets.filter((target) => target.ready && target !== not);
    return able[turn++ % able.length];
  };

  const server = http.createServer((request, response) => {
    const send = (target: Target | undefined, mayRepeat: boolean) => {
      if (!target) return void response.writeHead(503).end("No process is ready");
      const forwarded = http.request(
        {
          host: "127.0.0.1",
          port: target.port,
          method: request.method,
          path: request.url,
          headers: { ...request.headers, host, "x-forwarded-for": request.socket.remoteAddress },
        },
        (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        },
      );
      forwarded.once("error", (error: NodeJS.ErrnoException) => {
        target.ready = false;
        // Nothing was sent to a port that refuses; a GET may be sent again whatever became of it.
        if (mayRepeat && (error.code === "ECONNREFUSED" || request.method === "GET")) send(next(target), false);
        else if (response.headersSent) response.destroy();
        else response.writeHead(502).end(error.message);
      });
      if (request.method === "GET") forwarded.end();
      else request.pipe(forwarded);
    };
    send(next(), true);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
