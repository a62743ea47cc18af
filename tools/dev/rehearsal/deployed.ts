/** The files in `deploy`, compared with the documents and with what the processes say. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../../root.ts";

const read = (file: string) => fs.readFileSync(path.join(root, "deploy", file), "utf8");

/** Lists the metrics of ours that an alert names and no process serves. */
export function unknownMetrics(served: string): string[] {
  const [ours] = read("alerts.yml").split("name: postgresql") as [string];
  const named = ours.match(/\b(tradewind|nodejs|process)_\w+/g) ?? [];
  return [...new Set(named)].filter((name) => !served.split("\n").some((line) => line.startsWith(name)));
}

/**
 * Tells whether the units and the image run the commands that the documents give, by the name of their block, as the user
 * they make, and without giving up.
 */
export function compareUnits(block: (name: string) => string): boolean {
  const command = (name: string) => /node .*/.exec(block(name))![0].replaceAll(/\S*\/(\w+\.env)/g, "$1");
  const started = (unit: string) => read(unit).replaceAll(/\S*\/(\w+\.env)/g, "$1");
  const user = block("account").trim().split(" ").at(-1);
  return (
    started("tradewind-web@.service").includes(`ExecStart=/usr/bin/env ${command("web")}\n`) &&
    started("tradewind-worker@.service").includes(`ExecStart=/usr/bin/env ${command("worker")}\n`) &&
    ["web", "worker"].every((name) => {
      const unit = read(`tradewind-${name}@.service`);
      return unit.includes(`\nUser=${user}\n`) && unit.includes("\nStartLimitIntervalSec=0\n");
    }) &&
    read("Dockerfile").includes(`RUN ${block("build").trim()}\n`)
  );
}
