import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { errors } from "@tradewind/contract/errors.ts";
import { expect, test } from "vitest";
import { root } from "./root.ts";

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const all = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name]) => name!);

test("docs/operations.md says what to do about each alert", () => {
  const alerts = all("deploy/alerts.yml", /- alert: (\w+)/g);
  const documented = read("docs/operations.md")
    .match(/^\| [A-Z]\w+(, [A-Z]\w+)* \|/gm)!
    .flatMap((cell) => cell.match(/\w+/g)!);
  expect(alerts.length).toBeGreaterThan(15);
  expect(documented.toSorted()).toEqual(alerts.toSorted());
});

test("alerts read jobs that Prometheus scrapes by that name", () => {
  const jobs = new Set(all("deploy/alerts.yml", /\bjob="(\w+)"/g));
  expect([...jobs]).toEqual(["tradewind", "postgresql"]);
  expect(all("deploy/prometheus.yml", /job_name: (\w+)/g)).toEqual(expect.arrayContaining([...jobs]));
});

test("an alert on what workers alone say has one for when no worker says it", () => {
  expect(read("deploy/alerts.yml")).toContain("absent(tradewind_oldest_due_job_seconds)");
});

test("the proxy answers as the portal does where no process is there", () => {
  const [file] = all("deploy/haproxy.cfg", /errorfile 503 \/etc\/tradewind\/(\S+)/g);
  const [head, body] = read(`deploy/${file}`).split(/\r?\n\r?\n/) as [string, string];
  expect(head).toMatch(/^HTTP\/1\.1 503 .*\n[^]*content-type: application\/json/i);
  for (const own of [
    "content-security-policy",
    "strict-transport-security",
    "x-content-type-options",
    "referrer-policy",
  ])
    expect(read("deploy/haproxy.cfg")).toContain(`http-after-response set-header ${own} `);
  expect(JSON.parse(body)).toMatchObject({ Succeed: false, Error: "unavailable", Messages: [errors.unavailable[1]] });
});

test("an older Node is told which one is needed, by every document alike", () => {
  const needed = /^>=(\d+\.\d+\.\d+)$/.exec(
    (JSON.parse(read("package.json")) as { engines: { node: string } }).engines.node,
  )![1]!;
  const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const told = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, path.join(root, "tradewind.mjs")], { encoding: "utf8" });
  expect(told("--import", older)).toMatchObject({
    status: 1,
    stderr: `Tradewind needs Node ${needed} or newer; this is Node 20.20.2.\n`,
  });
  expect(told()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Name a command: .* web \| worker \| keys/),
  });
  expect(read("README.md")).toContain(`You need Node ${needed} or newer`);
  expect(new Set(all("deploy/Dockerfile", /^FROM node:([\d.]+)-slim/gm))).toEqual(new Set([needed]));
});

test("documents name no way to run production that an older Node does not understand", () => {
  const files = ["README.md", "docs/operations.md", "docs/configuration.md"].concat(
    fs.readdirSync(path.join(root, "deploy")).map((file) => `deploy/${file}`),
  );
  expect(files.flatMap((file) => all(file, /\bnode ((?:--\S+ )*\S+\.ts)/g))).toEqual([]);
});
