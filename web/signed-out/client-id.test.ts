import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { requestToken } from "./sign-in-calls.ts";

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

async function clientOf(): Promise<string | null> {
  vi.stubGlobal("innerWidth", 1440);
  vi.stubGlobal("innerHeight", 900);
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => new Response("{}", { status: 400 }));
  vi.stubGlobal("fetch", fetched);
  const calls = (await import("./sign-in-calls.ts")) as { requestToken: typeof requestToken };
  await calls.requestToken("somebody", "something");
  return (fetched.mock.calls[0]![1].body as URLSearchParams).get("client_id");
}

test("AUTH-58 the client identifier sent with a sign-in is the configured one", async () => {
  expect(await clientOf()).toBe("tradewind-portal");
  vi.resetModules();
  vi.stubEnv("VITE_LOGIN_CLIENT_ID", "portal-of-somebody");
  expect(await clientOf()).toBe("portal-of-somebody");
});
