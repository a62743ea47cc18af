import { Readable } from "node:stream";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import fastify from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { testApp, type Person } from "../test/test-app.ts";
import { recordActivity } from "./activity.store.ts";
import { answerErrors } from "./answers.ts";
import { AppError } from "./app-error.ts";
import { answer, answerPrepared, answerStream, type Call, type Doing, type Route } from "./http.ts";
import { mount } from "./mount.ts";

const app = await testApp();
const staff = await app.signInOperator();

/** An endpoint of a test's own. */
const made = (changes: Partial<Endpoint> = {}): Endpoint => ({
  method: "GET",
  path: "/api/made",
  summary: "",
  access: "signedIn",
  result: z.unknown(),
  ...changes,
});
const write: Partial<Endpoint> = { method: "POST" };

/** Serves one route through the door, and calls it. */
function door(route: Route) {
  const server = fastify();
  answerErrors(server);
  mount(server, app.platform, [route]);
  return async (
    person: Pick<Person, "token"> | null,
    sent: { url?: string; headers?: Record<string, string>; payload?: object } = {},
  ) => {
    const authorization = person && { authorization: `Bearer ${person.token}` };
    const { headers, ...rest } = sent;
    const response = await server.inject({
      method: route.endpoint.method,
      url: "/api/made",
      headers: { "idempotency-key": crypto.randomUUID(), ...authorization, ...headers },
      ...rest,
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const envelope = isJson
      ? response.json<{ Error: string | null; Errors: object | null; Messages: string[]; Result: unknown }>()
      : undefined;
    return { status: response.statusCode, headers: response.headers, text: response.body, ...envelope };
  };
}

async function restricted(): Promise<Person> {
  const person = await app.signIn({ kind: "engineer" });
  await app.sql("update memberships set only_customers = true where id = $1", [person.membershipId]);
  return person;
}

test("a call's transaction acts for its caller, within their restriction, unless its endpoint names another role", async () => {
  const whoAmI = async ({ db }: Pick<Doing<unknown>, "db">) =>
    (
      await sql<object>`select current_user as role, coalesce(current_setting('app.reseller_id', true), '') as reseller,
        coalesce(current_setting('app.restricted_to', true), '') as membership, current_setting('transaction_read_only') as "only"`.execute(
        db,
      )
    ).rows[0];
  const [person, narrow] = [await app.signIn(), await restricted()];
  const asked = async (who: Person | null, changes: Partial<Endpoint> = {}) =>
    (await door(answer(made(changes), whoAmI))(who)).Result;
  const { resellerId: reseller } = person;
  const nobody = { reseller: "", membership: "", only: "on" };
  expect(await asked(person)).toEqual({ role: "app_tenant", reseller, membership: "", only: "on" });
  expect(await asked(person, write)).toEqual({ role: "app_tenant", reseller, membership: "", only: "off" });
  expect(await asked(person, { ...write, reads: true })).toMatchObject({ role: "app_tenant", only: "on" });
  expect(await asked(narrow)).toEqual({
    role: "app_restricted",
    reseller: narrow.resellerId,
    membership: narrow.membershipId,
    only: "on",
  });
  expect(await asked(staff)).toEqual({ role: "app_operator", ...nobody });
  expect(await asked(person, { as: "operator" })).toEqual({ role: "app_operator", ...nobody });
  expect(await asked(person, { as: "identity" })).toEqual({ role: "app_identity", ...nobody });
  expect(await asked(null, { access: "public" })).toEqual({ role: "app_identity", ...nobody });
  const without = door(answer(made({ as: "none" }), ({ db }) => ({ Opened: db !== undefined })));
  expect((await without(person)).Result).toEqual({ Opened: false });
});

test("only a bearer of a live session's token is admitted, with the right and of the kind that the endpoint names", async () => {
  const person = await app.signIn({ rights: ["billing"] });
  const signedIn = door(answer(made(), () => null));
  expect((await signedIn(person)).status).toBe(200);
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    person.token,
    `Basic ${person.token}`,
    `bearer ${person.token}`,
    `Bearer ${person.token}x`,
  ])
    expect([authorization, await signedIn(null, { headers: { authorization } })]).toMatchObject([
      authorization,
      { status: 401, Error: "notSignedIn" },
    ]);
  const asked = async (who: Person, access: Endpoint["access"]) => {
    const { status, Error } = await door(answer(made({ access }), () => null))(who);
    return status === 200 || `${status} ${Error!}`;
  };
  expect(await asked(person, { anyOf: ["billing", "settings"] })).toBe(true);
  expect(await asked(person, { anyOf: ["settings"] })).toBe("403 PermissionNotFound");
  expect(await asked(person, { anyOf: ["billing"], kinds: ["engineer", "reseller"] })).toBe(true);
  expect(await asked(person, { anyOf: ["billing"], kinds: ["engineer"] })).toBe("403 PermissionNotFound");
  expect(await asked(staff, { anyOf: [] })).toBe("403 PermissionNotFound");
  expect(await asked(staff, { anyOf: [], kinds: ["admin"] })).toBe(true);
  expect(await asked(person, { anyOf: [], kinds: ["admin"] })).toBe("403 PermissionNotFound");
});

test("who calls is known before the body is read", async () => {
  const person = await app.signIn({ rights: ["billing"] });
  const unreadable = { headers: { "content-type": "application/json" }, payload: "[".repeat(40_000) as never };
  const asked = async (who: Person | null, changes: Partial<Endpoint>, sent: object = unreadable) =>
    (await door(answer(made({ ...write, body: z.unknown(), ...changes }), () => null))(who, sent)).Error;
  expect(await asked(null, {})).toBe("notSignedIn");
  expect(await asked(person, { access: { anyOf: ["settings"] } })).toBe("PermissionNotFound");
  expect(await asked(person, {})).toBe("malformedRequest");
  expect(await asked(null, { access: "public" })).toBe("tooLarge");
  const long = { ...unreadable, payload: "[".repeat(200_000) };
  expect([await asked(null, {}, long), await asked(person, {}, long)]).toEqual(["notSignedIn", "tooLarge"]);
});

test("an endpoint behind a flag is not found without it, and one for the person alone is refused to a visitor", async () => {
  const [person, visited] = [await app.signIn(), await app.signIn()];
  const behind = door(answer(made({ flag: "Notifications" }), () => null));
  expect((await behind(person)).status).toBe(200);
  const params = { featureName: "Notifications", resellerId: person.resellerId };
  await app.call(staff, flags.changeForReseller, { params, body: { Enabled: false } });
  expect([await behind(person), await behind(visited)]).toMatchObject([
    { status: 404, Error: "notFound" },
    { status: 200 },
  ]);
  await app.sql("update sessions set way = 'sysops', act_person_id = $1 where id = $2", [
    staff.personId,
    visited.sessionId,
  ]);
  app.platform.sessions.forget("");
  const alone = door(answer(made({ jump: false }), () => null));
  expect([await alone(person), await alone(visited)]).toMatchObject([
    { status: 200 },
    { status: 409, Error: "notWhileJumped" },
  ]);
  expect((await door(answer(made(), () => null))(visited)).status).toBe(200);
});

test("a handler gets only what fits the endpoint, and every field that does not is named", async () => {
  const person = await app.signIn();
  const taking = made({
    ...write,
    path: "/api/made/:id",
    params: z.strictObject({ id: z.guid() }),
    query: z.strictObject({ Size: z.optional(z.coerce.number()) }),
    body: z.strictObject({ Name: z.string(), Lines: z.optional(z.array(z.strictObject({ Text: z.string() }))) }),
  });
  const call = door(answer(taking, (_, input) => input));
  const id = crypto.randomUUID();
  const url = `/api/made/${id}`;
  expect((await call(person, { url: `${url}?Size=3`, payload: { Name: "One" } })).Result).toEqual({
    params: { id },
    query: { Size: 3 },
    body: { Name: "One" },
  });
  expect(await call(person, { url: `${url}?Size=x&Other=1`, payload: { Lines: [{ Sum: 1 }], Sum: 1 } })).toMatchObject({
    status: 400,
    Error: "invalidRequest",
    Errors: {
      Size: "Must be a number",
      Other: "This field is not known here",
      Name: "Name is required",
      "Lines.0.Text": "Text is required",
      "Lines.0.Sum": "This field is not known here",
      Sum: "This field is not known here",
    },
  });
  expect((await call(person, { url })).Errors).toEqual({ Name: "Name is required" });
  expect(await call(person, { url: "/api/made/x", payload: { Name: "One" } })).toMatchObject({
    status: 404,
    Error: "notFound",
  });
  for (const [payload, error] of [
    [{ Name: "\0" }, "malformedRequest"],
    [{ Name: "a\u202eb" }, "invalidRequest"],
  ] as const)
    expect(await call(person, { url, payload })).toMatchObject({ status: 400, Error: error });
  expect((await call(person, { url: `${url}?Size=%00`, payload: { Name: "One" } })).Error).toBe("malformedRequest");

  const bodiless = door(answer(made(write), () => null));
  expect((await bodiless(person, { payload: {} })).status).toBe(200);
  expect(await bodiless(person, { payload: { Name: "One" } })).toMatchObject({
    status: 400,
    Messages: ["This request takes no body."],
  });
  expect((await bodiless(person, { url: "/api/made?Size=1" })).Errors).toEqual({
    Size: "This field is not known here",
  });
  const large = door(
    answer(
      made({
        ...write,
        largestBody: { bytes: 50, because: "It is small." },
        body: z.strictObject({ Name: z.string() }),
      }),
      () => null,
    ),
  );
  expect((await large(person, { payload: { Name: "x".repeat(50) } })).status).toBe(413);
});

test("a write is undone when it throws, kept when it returns a refusal, and what follows it waits for the commit", async () => {
  const person = await app.signIn();
  const note = (context: Doing<unknown>, what: string) =>
    recordActivity(context.tx, context.doer, { action: "made", what, object: ["test", null] });
  const lines = async () =>
    (
      await app.sql<{ who: string; what: string; request_id: string | null }>(
        "select who, what, request_id from activity where reseller_id = $1 order by id",
        [person.resellerId],
      )
    ).map(({ who, what, request_id }) => [who, what, request_id !== null]);
  const followed: unknown[] = [];
  const refusing = (handler: (context: Doing<unknown>) => Promise<unknown>) =>
    door(
      answer(made(write), async (context) => {
        context.messages.push("Said.");
        context.after(() => followed.push("later"));
        return await handler(context);
      }),
    );
  const thrown = await refusing(async (context) => {
    await note(context, "thrown");
    throw new AppError("conflict");
  })(person);
  expect([thrown.Error, await lines(), followed]).toEqual(["conflict", [], []]);
  const returned = await refusing(async (context) => {
    await note(context, "returned");
    return new AppError("conflict");
  })(person);
  expect([returned.Error, await lines(), followed]).toEqual([
    "conflict",
    [["Robin Tester", "returned", true]],
    ["later"],
  ]);
  const done = await refusing(async (context) => {
    await note(context, "done");
    expect(followed).toEqual(["later"]);
    return "Result";
  })(person);
  expect([done.Result, done.Messages, followed]).toEqual(["Result", ["Said."], ["later", "later"]]);
  const read = door(answer(made(), () => new AppError("conflict") as never));
  expect(await read(person)).toMatchObject({ status: 409, Error: "conflict" });
});

test("a write that the database ends for a deadlock is tried three times, any other failure once, and neither says a thing twice", async () => {
  const person = await app.signIn();
  const deadlock = Object.assign(new pg.DatabaseError("deadlock detected", 1, "error"), { code: "40P01" });
  const failing = async (failures: Error[]) => {
    const [tries, later] = [vi.fn(), vi.fn()];
    const call = door(
      answer(made(write), ({ messages, after }) => {
        tries();
        messages.push("Said.");
        after(later);
        const failure = failures.shift();
        if (failure) throw failure;
        return "Result";
      }),
    );
    const { status, Messages } = await call(person);
    return {
      status,
      said: status === 200 ? Messages : [],
      tries: tries.mock.calls.length,
      later: later.mock.calls.length,
    };
  };
  expect(await failing([deadlock, deadlock])).toEqual({ status: 200, said: ["Said."], tries: 3, later: 1 });
  expect(await failing([deadlock, deadlock, deadlock])).toEqual({ status: 500, said: [], tries: 3, later: 0 });
  expect(await failing([new Error("another")])).toEqual({ status: 500, said: [], tries: 1, later: 0 });
});

test("a write is repeated by its key, not done again: neither it nor what is prepared for it", async () => {
  const [person, other] = [await app.signIn(), await app.signIn()];
  const query = z.strictObject({ B: z.optional(z.string()) });
  const [prepared, done] = [vi.fn(async () => "prepared"), vi.fn((_: unknown, __: unknown, given: unknown) => given)];
  const call = door(
    answerPrepared(made({ ...write, query, body: z.strictObject({ A: z.number() }) }), prepared, done as never),
  );
  const headers = { "idempotency-key": "one" };
  const first = await call(person, { headers, payload: { A: 1 } });
  expect(first.Result).toBe("prepared");
  expect((await call(person, { headers, payload: { A: 1 } })).text).toBe(first.text);
  expect([prepared.mock.calls.length, done.mock.calls.length]).toEqual([1, 1]);
  expect(await call(person, { headers, payload: { A: 2 } })).toMatchObject({
    status: 422,
    Error: "idempotencyKeyReused",
  });
  expect(await call(person, { url: "/api/made?B=1", headers, payload: { A: 1 } })).toMatchObject({ status: 422 });
  expect([prepared.mock.calls.length, done.mock.calls.length]).toEqual([1, 1]);
  const elsewhere = door(answer(made({ method: "PUT", body: z.strictObject({ A: z.number() }) }), () => null));
  expect(await elsewhere(person, { headers, payload: { A: 1 } })).toMatchObject({ Error: "idempotencyKeyReused" });
  expect((await call(other, { headers, payload: { A: 1 } })).status).toBe(200);
  expect(done).toHaveBeenCalledTimes(2);
  expect((await call(person, { headers: { "idempotency-key": "" }, payload: { A: 1 } })).Error).toBe(
    "idempotencyKeyMissing",
  );

  const keyless = door(answer(made({ ...write, keyless: "It counts." }), () => null));
  expect((await keyless(person, { headers: { "idempotency-key": "" } })).status).toBe(200);
});

test("a key belongs to its person, or without one to the network it comes from, and must be one", async () => {
  const server = fastify();
  answerErrors(server);
  mount(server, app.platform, [answer(made({ ...write, access: "public" }), () => crypto.randomUUID())]);
  const from = async (remoteAddress: string, key = "one") => {
    const answered = await server.inject({
      method: "POST",
      url: "/api/made",
      remoteAddress,
      headers: { "idempotency-key": key },
    });
    return answered.json<{ Error: string | null; Result: unknown }>();
  };
  const first = (await from("192.0.2.1")).Result;
  expect([await from("192.0.2.1"), await from("::ffff:192.0.2.1")].map(({ Result }) => Result)).toEqual([first, first]);
  expect((await from("192.0.2.2")).Result).not.toBe(first);
  expect((await from("2001:db8:1:2::1")).Result).toBe((await from("2001:db8:1:2::2")).Result);
  for (const wrong of ["k".repeat(256), "a b", "caf\u00e9"])
    expect((await from("192.0.2.1", wrong)).Error).toBe("idempotencyKeyInvalid");
  expect((await from("192.0.2.1", "k".repeat(255))).Error).toBeNull();
});

test("a file goes out as it is, by a name that any system takes; a stream and an answer already sent are left alone", async () => {
  const person = await app.signIn();
  const file = (type: Endpoint["file"], name: string) =>
    door(answer(made({ file: type! }), () => ({ file: Readable.from(["a,b\n"]), name })))(person);
  const csv = await file("text/csv", 'Tom & "Söhne"/x.csv');
  expect([csv.text, csv.headers["content-type"], csv.headers["content-disposition"]]).toEqual([
    "a,b\n",
    "text/csv; charset=utf-8",
    'attachment; filename="Tom _ _S_hne__x.csv"',
  ]);
  expect((await file("application/pdf", "x.pdf")).headers["content-type"]).toBe("application/pdf");
  const stream = answerStream(made({ as: "none" }) as never, async ({ reply }: Call) => {
    reply.hijack();
    reply.raw.end("said");
  });
  expect((await door(stream)(person)).text).toBe("said");
  const sent = answer(made({ as: "none" }), ({ reply }: Call) => reply.code(302).send("elsewhere"));
  expect(await door(sent)(person)).toMatchObject({ status: 302, text: "elsewhere" });
});
