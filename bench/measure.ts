import fs from "node:fs";
import http from "node:http";

const ticksPerSecond = 100;

/**
 * Returns the CPU milliseconds used so far by a process and its descendants, including those that have ended. Running
 * processes are counted by the scheduler in nanoseconds, ended ones only in ticks of 10 ms.
 */
export function cpuOf(root: number): number {
  const found = new Map<number, { parent: number; spent: number }>();
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, "latin1");
      // The command, in parentheses, may contain spaces: count fields from its end.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const ended = ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond;
      found.set(Number(name), { parent: Number(fields[1]), spent: ended + spentByThreads(name) });
    } catch {
      // It ended meanwhile; its time is counted in its parent's.
    }
  }
  const isInside = (pid: number): boolean => pid === root || (pid > 1 && isInside(found.get(pid)?.parent ?? 0));
  let sum = 0;
  for (const [pid, { spent }] of found) if (isInside(pid)) sum += spent;
  return sum;
}

function spentByThreads(pid: string): number {
  let nanoseconds = 0;
  for (const thread of fs.readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ")[0]);
  return nanoseconds / 1e6;
}

/** Returns the mebibytes of memory that a process uses. */
export function memoryOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) / 1024;
}

export type Request = { method?: string; path: string; body?: string; headers?: Record<string, string> };
export type Reply = { status: number; text: string };

/** One side of a comparison: its address, and the processes whose CPU counts towards it. */
export type Side = { url: string; pids: readonly number[]; headers: Record<string, string> };

export function send(side: Side, agent: http.Agent, request: Request): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      side.url + request.path,
      { method: request.method ?? "GET", agent, headers: { ...side.headers, ...request.headers } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode!, text }));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(request.body);
  });
}

/** Measures CPU milliseconds of the database and this process during `work`, excluding the measurement itself. */
export async function cpuWhile(databasePid: number, work: () => Promise<void>): Promise<number> {
  const [theirs, own] = [cpuOf(databasePid), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(own);
  return (user + system) / 1000 + cpuOf(databasePid) - theirs;
}

const connections = 8;

/** Measures CPU milliseconds per request over `count` requests on eight connections; every answer must be 200. */
export async function cpuPerRequest(side: Side, count: number, next: (n: number) => Request): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const cpu = () => side.pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  let begun = 0;
  const before = cpu();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (begun < count) {
        const reply = await send(side, agent, next(begun++));
        if (reply.status !== 200) throw new Error(`${side.url} answered ${reply.status}: ${reply.text.slice(0, 500)}`);
      }
    }),
  );
  const spent = cpu() - before;
  agent.destroy();
  return spent / count;
}

export const median = (values: readonly number[]): number => {
  const ordered = values.toSorted((a, b) => a - b);
  const middle = Math.floor(ordered.length / 2);
  return ordered.length % 2 === 1 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2;
};
