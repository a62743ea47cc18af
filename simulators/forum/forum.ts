/**
 * Simulates a Discourse forum whose people sign in at the portal (DiscourseConnect): it sends them there with a signed
 * request, good once and for ten minutes, and takes them back with the portal's signed answer.
 */
import { createHmac } from "node:crypto";
import { escaped, pageOf } from "../kit/page.ts";
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { openTopics } from "./topics.ts";

const secret = "demo-secret-of-the-community-0001";
const site = "Community";
const requestLifeMs = 10 * 60_000;

export const forumSettings = (url: string) => ({ COMMUNITY_URL: url, COMMUNITY_SECRET: secret });

type Asked = { nonce: string; at: number; path: string };
type Visitor = { name: string; username: string; email: string; externalId: string; groups: string[] };

const signed = (sso: string) => createHmac("sha256", secret).update(sso).digest("hex");
const cookieOf = ({ headers }: SimRequest) => /(?:^|; )_forum=([\w-]+)/.exec(headers["cookie"] ?? "")?.[1];
const to = (location: string, cookie?: string): SimReply => ({
  status: 302,
  headers: {
    location,
    ...(cookie !== undefined && { "set-cookie": `_forum=${cookie}; Path=/; HttpOnly; SameSite=Lax` }),
  },
  body: "",
});

export function forum({ store }: VendorContext): Vendor {
  const asked = store.collection<Asked>("asked");
  const visitors = store.collection<Visitor>("visitors");
  const settings = store.collection<{ portal: string }>("settings");
  const topics = openTopics(store);

  const visitorOf = (request: SimRequest) => visitors.get(cookieOf(request) ?? "");
  const refused = (body: string) =>
    pageOf({ status: 403, site, title: "You could not be signed in", body: `<p>${body}</p>` });

  function begin({ query, headers }: SimRequest): SimReply {
    const portal = settings.get("")?.portal;
    if (portal === undefined) return refused("This community does not know yet where its people sign in.");
    const nonce = store.newId().replaceAll("-", "");
    const path = query.get("return_path") ?? "/";
    asked.put(nonce, { nonce, at: Date.now(), path: /^\/(?:t\/\w+)?$/.test(path) ? path : "/" });
    const back = new URLSearchParams({ nonce, return_sso_url: `http://${headers["host"] ?? ""}/session/sso_login` });
    const sso = Buffer.from(back.toString()).toString("base64");
    return to(`${portal}/forum-sso?${new URLSearchParams({ sso, sig: signed(sso) }).toString()}`);
  }

  function enter({ query }: SimRequest): SimReply {
    const sso = query.get("sso") ?? "";
    if (signed(sso) !== query.get("sig")) return refused("The answer was not signed by the portal.");
    const said = new URLSearchParams(Buffer.from(sso, "base64").toString("utf8"));
    const request = asked.get(said.get("nonce") ?? "");
    if (!request || Date.now() - request.at > requestLifeMs)
      return refused("This answer was used before, or is too old. Sign in again.");
    asked.remove(request.nonce);
    const id = store.newId();
    visitors.put(id, {
      name: said.get("name") ?? "",
      username: said.get("username") ?? "",
      email: said.get("email") ?? "",
      externalId: said.get("external_id") ?? "",
      groups: (said.get("groups") ?? "").split(",").filter((group) => group !== ""),
    });
    return to(request.path, id);
  }

  /** Draws a page of the forum for its visitor, with a way in or out. */
  function shown(request: SimRequest, title: string, body: string, status = 200): SimReply {
    const visitor = visitorOf(request);
    const way = visitor
      ? `<form method="post" action="/session/leave"><button>Sign out</button> <small>${escaped(visitor.groups.join(", "))}</small></form>`
      : `<p><a href="/session/sso?return_path=${encodeURIComponent(request.path)}">Sign in</a> to write.</p>`;
    return pageOf({ title, site, status, ...(visitor && { who: visitor.name }), body: body + way });
  }

  /** Does what only people who are signed in may, and goes back to the topic. */
  const written =
    (act: (request: SimRequest, visitor: Visitor) => string): ((request: SimRequest) => SimReply) =>
    (request) => {
      const visitor = visitorOf(request);
      return visitor ? to(act(request, visitor)) : refused("Sign in first.");
    };

  return {
    routes: [
      { method: "GET", path: "/", answer: (request) => shown(request, "Community", topics.list(visitorOf(request))) },
      { method: "GET", path: "/session/sso", answer: begin },
      { method: "GET", path: "/session/sso_login", answer: enter },
      {
        method: "POST",
        path: "/session/leave",
        answer: (request) => {
          visitors.remove(cookieOf(request) ?? "");
          return to("/");
        },
      },
      {
        method: "GET",
        path: "/t/:id",
        answer: (request) => {
          const topic = topics.find(request.params["id"]!);
          return topic
            ? shown(request, topic.title, topics.show(topic, visitorOf(request)))
            : shown(request, "There is no such topic", "", 404);
        },
      },
      { method: "POST", path: "/topics", answer: written(({ body }, visitor) => topics.begin(body, visitor)) },
      {
        method: "POST",
        path: "/t/:id/:act",
        answer: written(({ params, body }, visitor) => topics.act(params["id"]!, params["act"]!, body, visitor)),
      },
    ],
    notFound: (request) => shown(request, "There is no such page", "", 404),
    /** Where its people sign in: the setting `discourse_connect_url` of a forum. */
    seed: ({ portal }) => settings.put("", { portal }),
    /** What a story asks: who is signed in. */
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/visitors"
        ? { status: 200, body: { visitors: visitors.values() } }
        : undefined,
  };
}
