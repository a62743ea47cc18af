import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { until } from "../test/processes.ts";
import { testApp, type Person } from "../test/test-app.ts";
import { callLimits } from "./call-limits.ts";
import { answer } from "./http.ts";
import { mount } from "./mount.ts";
import { httpServer } from "./serve.ts";

test("calls are counted for each minute and caller, and every answer says how many are left", async () => {
  const count = callLimits({ CALLS_PER_TOKEN: 1, CALLS_PER_PERSON: 2, CALLS_PER_RESELLER: 3, CALLS_PER_ADDRESS: 1 });
  const of = (person: string, at: number) =>
    count(
      [
        ["person", person],
        ["reseller", "r"],
      ],
      at,
    );
  expect(of("a", 60_000)).toEqual({
    headers: {
      "ratelimit-policy": '"person";q=2;w=60, "reseller";q=3;w=60',
      ratelimit: '"person";r=1;t=60, "reseller";r=2;t=60',
    },
    wait: undefined,
  });
  expect(of("a", 75_500)).toMatchObject({ headers: { ratelimit: '"person";r=0;t=45, "reseller";r=1;t=45' } });
  expect(of("a", 119_999)).toMatchObject({ wait: 1 });
  expect(of("b", 119_999)).toMatchObject({ headers: { ratelimit: '"person";r=1;t=1, "reseller";r=0;t=1' }, wait: 1 });
  expect(of("a", 120_000)).toMatchObject({ headers: { ratelimit: '"person";r=1;t=60, "reseller";r=2;t=60' } });
});

test("a person, a reseller or an address that calls too often is told how long to wait, and nobody else is", async () => {
  const limits = { CALLS_PER_PERSON: "3", CALLS_PER_RESELLER: "5", CALLS_PER_ADDRESS: "2" };
  const app = await testApp(limits);
  const noisy = await app.signIn();
  const colleague = await app.signIn({ resellerId: noisy.resellerId });
  const quiet = await app.signIn();
  const statuses = async (who: Person, times: number) => {
    const seen: number[] = [];
    for (let n = 0; n < times; n++) seen.push((await app.call(who, session.current)).status);
    return seen;
  };
  // The minute may turn in between, which only lets more through: then it is tried again.
  await until(async () => {
    const seen = [await statuses(noisy, 4), await statuses(colleague, 3), await statuses(quiet, 1)];
    return JSON.stringify(seen) === JSON.stringify([[200, 200, 200, 429], [200, 429, 429], [200]]);
  });
  const refused = await app.call(noisy, session.current);
  expect([refused.status, refused.Error]).toEqual([429, "tooManyRequests"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["ratelimit-policy"]).toBe('"person";q=3;w=60, "reseller";q=5;w=60');

  const stranger = async (remoteAddress: string, authorization?: string) =>
    (
      await app.app.inject({
        method: authorization ? "GET" : robotCheck.challenge.method,
        url: authorization ? session.current.path : robotCheck.challenge.path,
        remoteAddress,
        headers: { "idempotency-key": crypto.randomUUID(), ...(authorization && { authorization }) },
      })
    ).statusCode;
  await until(async () => {
    const seen = [await stranger("192.0.2.1"), await stranger("192.0.2.1", "Bearer x"), await stranger("192.0.2.1")];
    return JSON.stringify(seen) === JSON.stringify([200, 401, 429]) && (await stranger("192.0.2.2")) === 200;
  });
});

test("a process that cannot keep up refuses who has most under way, and answers the others and those who watch it", async () => {
  const app = await testApp();
  const [noisy, quiet] = [await app.signIn(), await app.signIn()];
  const platform = { ...app.platform, config: { ...app.config, OVERLOAD_DELAY_MS: 0 } };
  const server = await httpServer(platform);
  const { promise: done, resolve: finish } = Promise.withResolvers<null>();
  let begun = 0;
  const made = { method: "GET", summary: "", access: "signedIn", as: "none", result: z.unknown() } as const;
  mount(server, platform, [
    answer({ ...made, path: "/api/slow" }, () => {
      begun++;
      return done;
    }),
    answer({ ...made, path: "/api/quick" }, () => null),
  ]);
  const call = async (who: Person, url: string) =>
    server.inject({ url, headers: { authorization: `Bearer ${who.token}` } });
  const slow = Array.from({ length: 4 }, () => call(noisy, "/api/slow"));
  await until(() => begun === 4, "the slow calls to begin");
  const refused = await call(noisy, "/api/quick");
  expect([refused.statusCode, refused.json<{ Error: string }>().Error, refused.headers["retry-after"]]).toEqual([
    503,
    "overloaded",
    "5",
  ]);
  expect((await call(quiet, "/api/quick")).statusCode).toBe(200);
  for (const url of ["/healthz", "/readyz"]) expect((await server.inject({ url })).statusCode).toBe(200);
  finish(null);
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await call(noisy, "/api/quick")).statusCode).toBe(200);
  await server.close();
});
