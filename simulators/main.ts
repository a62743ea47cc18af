/**
 * Runs the simulators as a separate process. `SIM_DATA` is the folder for their state, `SIM_PORTS` a JSON object of
 * ports by vendor (0 or missing: any free one), `SIM_MAP` the file for their addresses and the settings to reach them,
 * and `SIM_CLOCK_OFFSET_MS` the initial offset of their clock from real time.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startSimulators } from "./simulators.ts";

const dataDir = process.env.SIM_DATA ?? ".data/simulators";
const mapFile = process.env.SIM_MAP ?? ".data/simulators.json";
const offset = process.env.SIM_CLOCK_OFFSET_MS;
const isFirstStart = !existsSync(join(dataDir, "clock.jsonl"));

const simulators = await startSimulators({
  dataDir,
  ports: JSON.parse(process.env.SIM_PORTS || "{}"),
  clockOffsetMs: offset && isFirstStart ? Number(offset) : undefined,
});
// Registered before the map is written, since its readers may stop this process at once.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void simulators.stop().then(() => process.exit(0));
  });

mkdirSync(dirname(mapFile), { recursive: true });
writeFileSync(`${mapFile}.new`, JSON.stringify({ ...simulators.urls, settings: simulators.settings }, null, 2) + "\n");
renameSync(`${mapFile}.new`, mapFile);
for (const [name, url] of Object.entries(simulators.urls)) console.log(`simulator ${name} ${url}`);
