import path from "node:path";
import { root } from "../root.ts";
import { keepRunning } from "./child.ts";
import { startProduct, StartError } from "./product.ts";

const accounts = [
  ["reseller@harbour.example", "Harbour IT, a reseller in the UK"],
  ["engineer@harbour.example", "its engineer"],
  ["field@harbour.example", "another, who looks after three customers only"],
  ["admin@acme.example", "administrator of its customer Acme Dental"],
  ["user@acme.example", "a user there"],
  ["reseller@liffey.example", "Liffey Cloud, a reseller in Ireland"],
  ["reseller@skerry.example", "Skerry Digital, a reseller on its first day"],
  ["consultant@harbour.example", "an engineer of both resellers, who switches between them"],
  ["factor@harbour.example", "an engineer who must set up a second factor first"],
  ["reset@harbour.example", "an engineer who must choose a new password first"],
  ["operator@tradewind.example", "the operator of the marketplace"],
] as const;

const stopped = new AbortController();
const stopRequested = new Promise<void>((resolve) => stopped.signal.addEventListener("abort", () => resolve()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());

try {
  const port = readPort(process.env["PORT"]);
  const data = path.resolve(root, process.env["DATA_DIR"] || ".data");
  const product = await startProduct({ data, port, say: (sentence) => console.log(sentence) }, stopped.signal);
  if (process.argv.includes("--load-only")) {
    await product.stop();
    process.exit(0);
  }
  console.log(greeting(product.address, product.mails));
  // Stories do the operator's work themselves.
  const colleague =
    process.env["DEMO_COLLEAGUE"] === "off"
      ? undefined
      : keepRunning("colleague", "tools/demo/colleague.ts", {
          env: { PORTAL: `http://127.0.0.1:${port}` },
          log: path.join(data, "logs", "colleague.log"),
          say: (sentence) => console.log(sentence),
        });
  await stopRequested;
  console.log("\nStopping.");
  await colleague?.stop(1_000);
  await product.stop();
  console.log("Stopped.");
  process.exit(0);
} catch (error) {
  if (stopped.signal.aborted) process.exit(0);
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

function readPort(given: string | undefined): number {
  const port = Number(given || 4000);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new StartError(`PORT must be a number from 1 to 65535, not ${given}.`);
}

function greeting(address: string, mails: string): string {
  const width = Math.max(...accounts.map(([name]) => name.length));
  return [
    "",
    `Tradewind is ready: ${address}`,
    "",
    "Sign in with the password Copper-Lantern-42 as",
    ...accounts.map(([name, who]) => `  ${name.padEnd(width)}  ${who}`),
    "and without one, at its organisation's provider, as avery@harbour-sso.example",
    "",
    `Read the mails it sends: ${mails}`,
    "Move the clock forward:  npm run clock -- 1 month",
    "Stop:                    Ctrl-C",
    "",
  ].join("\n");
}
