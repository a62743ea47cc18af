/** What Bitdefender's documentation shows: read by the connector, and answered alike by the stand-in. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { VendorRefusal } from "../http.ts";
import { control } from "../test-support.ts";
import { VendorUnavailable } from "../vendor.ts";
import { type Bitdefender, bitdefenderApi } from "./bitdefender-api.ts";
import samples from "./samples/public-api.json" with { type: "json" };

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: Bitdefender;
/** Answers each call as a sample says, and keeps what was asked. */
let paper: Server;
let written: { status: number; body: unknown };
const asked: { path: string; authorization: string; body: Record<string, unknown> }[] = [];
let byPaper: Bitdefender;

const apiAt = (accessUrl: string) => bitdefenderApi({ accessUrl, apiKey: "an-api-key", newId: randomUUID });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bitdefender-samples-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.bitdefender;
  api = apiAt(`${url}/api`);
  paper = createServer(async (request, reply) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    asked.push({ path: request.url!, authorization: request.headers.authorization!, body: JSON.parse(text) });
    reply.writeHead(written.status, { "content-type": "application/json" });
    reply.end(JSON.stringify(written.body));
  });
  await new Promise<void>((resolve) => paper.listen(0, "127.0.0.1", resolve));
  byPaper = apiAt(`http://127.0.0.1:${(paper.address() as AddressInfo).port}/api`);
});

afterAll(async () => {
  paper.close();
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

type Details = { code: number; message: string; data: { details: string } };
type Answer = { id: string; jsonrpc: string; result?: unknown; error?: Details };

async function rpc(service: string, body: object, key = "an-api-key:") {
  const response = await fetch(`${url}/api/v1.0/jsonrpc/${service}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${btoa(key)}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}
const call = async (service: string, method: string, params: object) =>
  (await rpc(service, { id: "1", jsonrpc: "2.0", method, params })).body;
/** Each test knows the type of result to expect. */
const resultOf = async <T>(service: string, method: string, params: object) =>
  (await call(service, method, params)).result as T;

const monthly = { type: 3, reservedSlots: 5, assignedProductType: 0, assignedProtectionModel: "mspSecure" };
const makeCompany = () =>
  resultOf<string>("companies", "createCompany", { type: 1, name: randomUUID(), licenseSubscription: monthly });
const thisMonth = () => inject("testBegins").slice(0, 7).split("-").toReversed().join("/");

const [suspended, listed] = samples.exchanges;

test("the connector sends the documented request, and reads the documented answer", async () => {
  written = { status: 200, body: suspended!.response };
  await byPaper.suspendCompany(suspended!.request.params.companyId!);
  expect(asked.at(-1)).toMatchObject({
    path: "/api/v1.0/jsonrpc/companies",
    authorization: `Basic ${btoa("an-api-key:")}`,
    body: { ...suspended!.request, id: expect.any(String) },
  });
  written = { status: 200, body: listed!.response };
  expect(await byPaper.listCompanies()).toEqual(listed!.response.result);
  expect(asked.at(-1)).toMatchObject({ path: "/api/v1.0/jsonrpc/network", body: { method: "getCompaniesList" } });
});

test("the stand-in answers the documented requests in the documented form", async () => {
  const companyId = await makeCompany();
  const request = { ...suspended!.request, params: { ...suspended!.request.params, companyId } };
  expect(await rpc("companies", request)).toEqual({ status: 200, body: suspended!.response });
  const { body } = await rpc("network", listed!.request);
  expect({ ...body, result: [] }).toEqual({ ...listed!.response, result: [] });
  for (const company of body.result as object[])
    expect(Object.keys(company)).toEqual(Object.keys((listed!.response.result as object[])[0]!));
});

test.each(samples.members)("the stand-in knows what $page lists", async ({ method, takes, gives }) => {
  const companyId = await makeCompany();
  const { name } = await resultOf<{ name: string }>("companies", "getCompanyDetails", { companyId });
  const answers: Record<string, () => Promise<unknown>> = {
    findCompaniesByName: async () =>
      (await resultOf<object[]>("companies", "findCompaniesByName", { nameFilter: name, maxResults: 1 }))[0],
    getLicenseInfo: () => resultOf("licensing", "getLicenseInfo", { companyId }),
    getMonthlyUsagePerProductType: async () =>
      (await resultOf<{ usages: object[] }>("licensing", method, { companyId, targetMonth: thisMonth() })).usages[0],
  };
  for (const member of gives) expect(await answers[method]!()).toHaveProperty(member);
  // A parameter of a wrong kind is refused by its name, an unknown one as unexpected.
  const service = ["findCompaniesByName", "createCompany"].includes(method) ? "companies" : "licensing";
  const required = { type: 1, name: "A", companyId, nameFilter: "A" };
  for (const parameter of takes) {
    const known = Object.fromEntries(Object.entries(required).filter(([each]) => takes.includes(each)));
    const { error } = await call(service, method, { ...known, [parameter]: null });
    expect(error).toMatchObject({
      code: -32602,
      data: { details: expect.stringContaining(`'${parameter}'`) },
    });
  }
  expect((await call(service, method, { ...required, madeUp: 1 })).error?.data.details).toContain("is not expected");
});

test.each(samples.refusals)("a refusal with status $status is read, and given alike", async ({ status, body }) => {
  written = { status, body };
  const refusal = await byPaper.readLicence("x").catch((error: unknown) => error);
  if (status === 401) {
    expect(refusal).toBeInstanceOf(VendorUnavailable);
    const given = await rpc(
      "companies",
      { id: "1", jsonrpc: "2.0", method: "getCompanyDetails", params: {} },
      "short:",
    );
    expect(given).toEqual({ status, body });
    return;
  }
  expect(refusal).toBeInstanceOf(VendorRefusal);
  const { code, message, data } = body.error;
  expect(refusal).toMatchObject({ code: String(code), message: data?.details ?? message });
  const given =
    code === -32602
      ? await rpc("network", { id: "1", jsonrpc: "2.0", method: "getCompaniesList", params: { parentId: "x" } })
      : await rpc("network", { id: "1", method: "getCompaniesList" });
  expect(given).toMatchObject({ status, body: { id: "1", jsonrpc: "2.0", error: { code, message } } });
  if (data) expect(given.body.error?.data).toEqual(data);
});

test("the stand-in refuses what Bitdefender would", async () => {
  const companyId = await makeCompany();
  const details = async (service: string, method: string, params: object) =>
    (await call(service, method, params)).error?.data.details;
  expect(await details("companies", "createCompany", { type: 1, name: "A".repeat(65) })).toContain("'name'");
  expect(await details("companies", "createCompany", { type: 1 })).toContain("missing: 'name'");
  expect(await details("companies", "suspendCompany", { companyId })).toContain("missing: 'recursive'");
  expect(await details("network", "getCompaniesList", { page: 1 })).toContain("not expected");
  expect(await details("licensing", "getMonthlyUsage", { companyId, targetMonth: "2026-10" })).toContain("targetMonth");
  expect(await details("licensing", "setMonthlySubscription", { companyId, reservedSlots: 0 })).toContain("reserved");
  const sve = { companyId, manageRemoteEnginesScanning: true };
  expect(await details("licensing", "setMonthlySubscription", sve)).toContain("manageRemoteEnginesScanning");
  await control(url, "act", { action: "seats", seats: 3 });
  expect(await details("licensing", "setMonthlySubscription", { companyId, reservedSlots: 9 })).toContain("enough");
  await control(url, "act", { action: "seats", seats: 1_000_000 });
  expect((await call("companies", "noSuchMethod", {})).error?.code).toBe(-32601);
  expect((await rpc("reports", { id: "1", jsonrpc: "2.0", method: "x" })).status).toBe(404);
  // A company that is made without a subscription is on trial.
  const trial = await resultOf<string>("companies", "createCompany", { type: 1, name: randomUUID() });
  expect(await resultOf("licensing", "getLicenseInfo", { companyId: trial })).toMatchObject({ subscriptionType: 1 });
});

test("only a company that is not known is gone: another parameter that is wrong is a refusal", async () => {
  const refuse = (details: string) => ({
    status: 200,
    body: { id: "1", jsonrpc: "2.0", error: { code: -32602, message: "Invalid params", data: { details } } },
  });
  written = refuse("Invalid value for 'companyId' parameter.");
  await expect(byPaper.findCompany("x")).resolves.toBeUndefined();
  written = refuse("The parameter 'jsonrpc' is not expected.");
  await expect(byPaper.findCompany("x")).rejects.toBeInstanceOf(VendorRefusal);
});

test("an answer without a result is no answer", async () => {
  written = { status: 200, body: { id: "1", jsonrpc: "2.0" } };
  await expect(byPaper.suspendCompany("x")).rejects.toBeInstanceOf(VendorUnavailable);
  written = { status: 200, body: { id: "1", jsonrpc: "2.0", error: { code: -32603, message: "Internal error" } } };
  await expect(byPaper.suspendCompany("x")).rejects.toBeInstanceOf(VendorUnavailable);
  written = { status: 404, body: {} };
  await expect(byPaper.suspendCompany("x")).rejects.toBeInstanceOf(VendorUnavailable);
  await expect(api.findCompany("x")).resolves.toBeUndefined();
});
