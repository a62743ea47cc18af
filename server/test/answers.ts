import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { expect } from "vitest";
import * as z from "zod/mini";
import type { TestApp } from "./test-app.ts";

/** Expects what an endpoint answers when it accepts to be as its contract says. */
export function expectAsPromised(endpoint: Endpoint, answer: Awaited<ReturnType<TestApp["call"]>>): void {
  expect(answer.headers["cache-control"]).toBe("no-store");
  if (endpoint.file) {
    expect(answer.headers["content-type"]).toContain(endpoint.file);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="/);
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
  } else {
    expect(answer).toMatchObject({ Succeed: true, Error: null, Errors: null });
    expect(z.safeParse(endpoint.result, answer.Result).error).toBeUndefined();
  }
}
