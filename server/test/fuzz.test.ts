import { endpoints } from "@tradewind/contract/all.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { errors } from "@tradewind/contract/errors.ts";
import { expect, inject, test } from "vitest";
import { bendNames, bent, contentTypes, diceOf, naughtyStrings, type Dice } from "./mutations.ts";
import { worldOf } from "./objects.ts";
import { requestFor, type Sent } from "./requests.ts";
import { fieldsOf } from "./samples.ts";
import { testApp } from "./test-app.ts";

const app = await testApp({ LOG_LEVEL: "silent" });
/** In a short run once around all endpoints. */
const requests = inject("long") ? 200_000 : 700;
const atOnce = 16;

/** Calls that would end the callers' sessions, so made only by people who are refused. */
const onlyAsNobody = ["auth.signOut"];
/** Each call hashes a password, so these are called less often. */
const slow = ["auth.token", "passwords.update", "passwords.reset", "sso.linkAccount"];

type Shot = {
  name: string;
  who: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
};

test(
  `${requests} bent requests get an answer of the catalogue, never a failure of ours`,
  { timeout: 3_600_000 },
  async () => {
    const seed = inject("long") ? Date.now() % 1e9 : 20_261_121;
    const dice = diceOf(seed);
    const shoot = await shooter(dice);
    const tally = new Map<number, number>();
    const faults: object[] = [];
    for (let sent = 0; sent < requests && faults.length < 20; sent += atOnce) {
      const volley = await Promise.all(Array.from({ length: atOnce }, (_, index) => shoot(sent + index)));
      await Promise.all(
        volley.map(async (shot) => {
          const response = await app.app.inject({ ...shot, method: shot.method as "GET" });
          tally.set(response.statusCode, (tally.get(response.statusCode) ?? 0) + 1);
          const fault = faultOf(shot, response.statusCode, String(response.headers["content-type"]), response.body);
          if (fault) faults.push(reportOf(fault, shot, response.body));
        }),
      );
    }
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    // The run is meaningful only if requests got through: some rejected for their values, some accepted.
    expect(tally.get(400)).toBeGreaterThan(requests / 20);
    expect(tally.get(200)).toBeGreaterThan(requests / 50);
  },
);

const reportOf = (fault: string, { name, who, method, url, headers, payload }: Shot, answer: string) => ({
  fault,
  call: `${name} by ${who}: ${method} ${url.slice(0, 300)} ${headers["content-type"] ?? ""}`,
  payload: payload?.slice(0, 300),
  answer: answer.slice(0, 500),
});

/** Makes the nth request: endpoints in turn, everything else random. */
async function shooter(dice: Dice): Promise<(n: number) => Promise<Shot>> {
  const reseller = worldOf(app, await app.signIn());
  const customerId = await reseller.object("customerId");
  // While nobody has suspended its customer yet.
  await reseller.object("quoteId");
  const tokens: Record<string, string> = {
    reseller: reseller.person.token,
    endUserAdmin: (await app.signIn({ kind: "endUserAdmin", resellerId: reseller.person.resellerId, customerId }))
      .token,
    operator: (await app.signInOperator()).token,
  };
  const all = Object.entries(endpoints);
  const callers = ["reseller", "reseller", "reseller", "endUserAdmin", "operator", "nobody"];
  return async (n) => {
    let [name, endpoint] = all[n % all.length]!;
    if (slow.includes(name) && dice.below(20) > 0)
      [name, endpoint] = dice.pick(all.filter(([other]) => !slow.includes(other)));
    const usual =
      typeof endpoint.access === "object" && endpoint.access.kinds?.includes("admin") ? "operator" : dice.pick(callers);
    const who = onlyAsNobody.includes(name) ? "nobody" : usual;
    return shotAt(name, endpoint, who, tokens[who], await requestFor(name, reseller), dice);
  };
}

function shotAt(
  name: string,
  endpoint: Endpoint,
  who: string,
  token: string | undefined,
  good: Sent,
  dice: Dice,
): Shot {
  const targets = [
    ...(endpoint.params ? ["params"] : []),
    "query",
    ...(endpoint.body ? ["body", "body", "body", "body"] : []),
    "nothing",
  ];
  const target = dice.pick(targets);
  const path = endpoint.path.replace(/:(\w+)/g, (_, parameter: string) =>
    target === "params" && dice.below(2) === 0 ? strangePart(dice) : encodeURIComponent(good.params?.[parameter] ?? ""),
  );
  const query =
    target === "query" ? strangeQuery(endpoint, good, dice) : new URLSearchParams(plain(good.query)).toString();
  const payload = payloadOf(endpoint, good, target, dice);
  const key = dice.below(10) === 0 ? dice.pick(["", "same", "x".repeat(300), "é"]) : crypto.randomUUID();
  return {
    name,
    who,
    method: endpoint.method,
    url: query ? `${path}?${query}` : path,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(endpoint.method === "GET" || key === "" ? {} : { "idempotency-key": key }),
      ...(payload === undefined ? {} : { "content-type": payload.type }),
    },
    ...(payload === undefined ? {} : { payload: payload.text }),
  };
}

const plain = (query: Record<string, unknown> | undefined) =>
  Object.fromEntries(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));

const strangePart = (dice: Dice) =>
  dice.pick([
    ...naughtyStrings.map((each) => encodeURIComponent(each.toWellFormed())),
    "%",
    "%zz",
    "%c0%af",
    "a".repeat(250),
    "%2e%2e",
    ";a=b",
  ]);

function strangeQuery(endpoint: Endpoint, good: Sent, dice: Dice): string {
  const value = () => encodeURIComponent(dice.pick(naughtyStrings).toWellFormed());
  const known = [...fieldsOf(endpoint.query), "Unknown", "__proto__", "constructor", "Search[]", "Search[a]"];
  const name = encodeURIComponent(dice.pick(known));
  const rest = new URLSearchParams(plain(good.query)).toString();
  return dice.pick([
    `${rest}&${name}=${value()}`,
    `${name}=${value()}&${name}=${value()}`,
    `${name}=%ff`,
    name,
    "&&&===",
    `${name}=${value()}&${rest}`,
  ]);
}

function payloadOf(
  endpoint: Endpoint,
  good: Sent,
  target: string,
  dice: Dice,
): { text: string; type: string } | undefined {
  if (!endpoint.body)
    return dice.below(20) === 0 && endpoint.method !== "GET"
      ? { text: '{"a":1}', type: "application/json" }
      : undefined;
  const usual = endpoint.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
  const type = dice.below(8) === 0 ? dice.pick(contentTypes) : usual;
  const text = target === "body" ? bent(dice.pick(bendNames), good.body, dice) : JSON.stringify(good.body);
  if (endpoint.encoding !== "form" || dice.below(4) === 0) return { text, type };
  const form = {
    ...(good.body as Record<string, string>),
    ...(target === "body" ? { [dice.pick(fieldsOf(endpoint.body))]: dice.pick(naughtyStrings).toWellFormed() } : {}),
  };
  return { text: new URLSearchParams(form).toString(), type };
}

const leak =
  /\bat \S+ \(|node_modules|\.ts:\d|\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b|violates|syntax error|relation "|duplicate key|pg_|ECONN|undefined|\[object/i;
const envelopeKeys = ["Error", "Errors", "Labels", "Messages", "Resources", "Result", "Succeed"];

/** Describes what is wrong with an answer; undefined if it is as promised. */
function faultOf(shot: Shot, status: number, type: string, body: string): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (!type.startsWith("application/json; charset=utf-8"))
    return status === 200 && !type.includes("html") ? undefined : `content type ${type}`;
  const answer = JSON.parse(body) as Record<string, unknown>;
  if (status === 400 && shot.name === "auth.token" && typeof answer["error"] === "string") return undefined;
  if (status === 400 && shot.name === "sso.linkAccount" && typeof answer["Message"] === "string") return undefined;
  if (status === 200 && (shot.name === "auth.token" || shot.name === "session.renew")) return undefined;
  if (Object.keys(answer).toSorted().join() !== envelopeKeys.join()) return "not the envelope";
  if (status === 200) return answer["Succeed"] === true ? undefined : "200 without success";
  const code = answer["Error"] as keyof typeof errors;
  if (answer["Succeed"] !== false || !(code in errors) || errors[code][0] !== status)
    return "no code of the catalogue for this status";
  const [sentence, ...more] = answer["Messages"] as string[];
  if (more.length > 0 || !sentence || !/^[A-Z].+\.$/.test(sentence)) return "no sentence";
  // Unknown field names come back as keys of Errors; only our own sentences matter here.
  const said = JSON.stringify([sentence, Object.values(answer["Errors"] ?? {}), answer["Resources"]]);
  return leak.test(said) ? "leaks" : undefined;
}

test("the oracle detects each kind of fault", () => {
  const shot = { name: "x", who: "x", method: "GET", url: "/", headers: {} };
  const envelope = {
    Succeed: false,
    Error: "notFound",
    Errors: null,
    Messages: ["It is gone."],
    Labels: null,
    Resources: null,
    Result: null,
  };
  const verdict = (status: number, changes: object) =>
    faultOf(shot, status, "application/json; charset=utf-8", JSON.stringify({ ...envelope, ...changes }));
  expect(verdict(404, {})).toBeUndefined();
  expect(verdict(500, {})).toBe("status 500");
  expect(verdict(400, {})).toBe("no code of the catalogue for this status");
  expect(verdict(404, { Messages: [] })).toBe("no sentence");
  expect(verdict(404, { Errors: { a: 'duplicate key value violates unique constraint "x"' } })).toBe("leaks");
  expect(verdict(404, { Extra: 1 })).toBe("not the envelope");
});
