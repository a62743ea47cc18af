import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { openLog } from "./log.ts";

function opened(level: string) {
  const lines: Record<string, unknown>[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { log: openLog(level, "web", to), lines };
}

test.each([
  "password",
  "oldPassword",
  "newPassword",
  "access_token",
  "refresh_token",
  "id_token",
  "adtoken",
  "cmtoken",
  "mfaKey",
  "mfaToken",
  "recoveryCode",
  "altcha",
  "authorization",
  "cookie",
])("%s is removed from every line, at its top and one below", (name) => {
  const { log, lines } = opened("info");
  log.info({ [name]: "s3cret", body: { [name]: "s3cret", kept: 1 } });
  expect(lines).toMatchObject([{ name: "web", [name]: "[removed]", body: { [name]: "[removed]", kept: 1 } }]);
});

test("headers are removed altogether, and lines below the level are left out", () => {
  const { log, lines } = opened("warn");
  log.info("quiet");
  log.warn({ request: { headers: { "x-any": "s3cret" } } }, "loud");
  expect(lines).toMatchObject([{ msg: "loud", request: { headers: "[removed]" } }]);
});

test("of an error its kind, code, place and cause are kept, and nothing else it carries", () => {
  const { log, lines } = opened("info");
  const err = Object.assign(new TypeError("No", { cause: new Error("Because") }), {
    code: "23505",
    constraint: "one_key",
    detail: "s3cret",
  });
  log.error({ err }, "failed");
  log.error({ err: new Error("Plain") }, "failed");
  expect(lines.map((line) => line["err"])).toEqual([
    {
      name: "TypeError",
      message: "No",
      code: "23505",
      constraint: "one_key",
      cause: "Error: Because",
      stack: expect.stringContaining("log.test.ts"),
    },
    { name: "Error", message: "Plain", stack: expect.stringContaining("log.test.ts") },
  ]);
});
