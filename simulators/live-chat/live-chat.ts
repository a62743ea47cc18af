/**
 * Simulates a provider of live chat: the script that a page loads, the window it opens in a frame, and the messages, which it
 * keeps. Who writes is believed only where the portal signed it.
 */
import { createHmac } from "node:crypto";
import { escaped } from "../kit/page.ts";
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { script, windowOf } from "./browser.ts";

export const chatLicence = "15274881";
const secret = "demo-secret-of-the-live-chat-0001";

export const liveChatSettings = (url: string) => ({
  CHAT_LICENCE: chatLicence,
  CHAT_SCRIPT_URL: `${url}/tracking.js`,
  CHAT_SECRET: secret,
});

type Said = { id: string; who: string; email: string; by: "visitor" | "agent"; text: string; offline: boolean };
type Visitor = { id: string; name: string; email: string };
const longest = 2_000;

export function liveChat({ store }: VendorContext): Vendor {
  const messages = store.collection<Said>("messages");
  const settings = store.collection<{ offline: boolean }>("settings");
  const isOffline = () => settings.get("")?.offline ?? false;
  const text = (value: unknown) => (typeof value === "string" ? value : "");

  /** Who a window is for, if the signature is that of the visitor named; null for a stranger. */
  function visitorOf(given: (name: string) => string): Visitor | null {
    const [id, name, email] = [given("id"), given("name"), given("email")];
    const signature = createHmac("sha256", secret).update(id).digest("hex");
    return id !== "" && given("hash") === signature ? { id, name, email } : null;
  }
  const of = ({ id }: Visitor) => messages.values().filter(({ who }) => who === id);

  function window({ query }: SimRequest): SimReply {
    const given = (name: string) => query.get(name) ?? "";
    const visitor = visitorOf(given);
    const licence = given("license");
    const isOurs = /^\d{1,12}$/.test(licence);
    const fields = ["license", "id", "name", "email", "hash"]
      .map((name) => `<input type="hidden" name="${name}" value="${escaped(given(name))}">`)
      .join("");
    const body = !isOurs
      ? "<p>This chat has no licence.</p>"
      : visitor
        ? windowOf({ name: visitor.name, email: visitor.email, said: of(visitor), fields, isOffline: isOffline() })
        : "<p>We could not tell who you are. Open the portal again.</p>";
    return page(body);
  }

  function say({ body }: SimRequest): SimReply {
    const given = (name: string) => text(body[name]);
    const visitor = visitorOf(given);
    const said = given("text").trim().slice(0, longest);
    if (!visitor) return page("<p>We could not tell who you are.</p>");
    const keep = (by: Said["by"], words: string) => {
      const id = store.newId();
      messages.put(id, { id, who: visitor.id, email: visitor.email, by, text: words, offline: isOffline() });
    };
    if (said !== "") {
      keep("visitor", said);
      if (!isOffline() && of(visitor).length === 1)
        keep(
          "agent",
          `Hello ${visitor.name.split(" ")[0]}, thank you for your message. Somebody will be with you in a moment.`,
        );
    }
    const asked = ["license", "id", "name", "email", "hash"].map((name): [string, string] => [name, given(name)]);
    return { status: 303, headers: { location: `/window?${new URLSearchParams(asked).toString()}` }, body: "" };
  }

  return {
    routes: [
      {
        method: "GET",
        path: "/tracking.js",
        answer: () => ({
          status: 200,
          headers: { "content-type": "text/javascript; charset=utf-8", "cross-origin-resource-policy": "cross-origin" },
          body: script,
        }),
      },
      { method: "GET", path: "/window", answer: window },
      { method: "POST", path: "/window", answer: say },
    ],
    notFound: () => ({ status: 404, body: { message: "There is nothing here" } }),
    /** `{"offline": true}` sends the agents home; `{"answer": "…", "to": id}` answers somebody. */
    act: ({ offline, answer, to }) => {
      if (typeof offline === "boolean") return settings.put("", { offline });
      const id = store.newId();
      return messages.put(id, { id, who: text(to), email: "", by: "agent", text: text(answer), offline: false });
    },
    control: ({ method, path }) =>
      method === "GET" && path === "/__sim/messages"
        ? { status: 200, body: { messages: messages.values() } }
        : undefined,
  };
}

const page = (body: string): SimReply => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  },
  body: `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chat</title>${body}</html>`,
});
