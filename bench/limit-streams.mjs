/** The limit of streams: node:http holding answers open, without any person behind them. */
import http from "node:http";

const open = new Set();
http
  .createServer((request, response) => {
    if (request.url === "/readyz") return response.end();
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
    response.flushHeaders();
    response.write("retry: 1000\n\n");
    open.add(response);
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit());
