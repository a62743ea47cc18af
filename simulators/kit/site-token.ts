/** How a simulated site lets people in who come with a signed token: once each, and for a short time. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { pageOf } from "./page.ts";
import type { Store } from "./store.ts";
import type { SimReply, SimRequest } from "./vendor.ts";

type Claims = { sub: string; name: string; email: string; aud: string; exp: number; jti: string };
type Visit = { name: string; email: string };

/** Reads a JSON Web Token signed with HMAC and SHA-256; undefined if the secret did not sign it. */
function readToken(token: string, secret: string): Claims | undefined {
  const [head = "", body = "", signature = ""] = token.split(".");
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as unknown;
  return (read(head) as { alg: string }).alg === "HS256" ? (read(body) as Claims) : undefined;
}

export function siteVisitors(store: Store, { secret, audience }: { secret: string; audience: string }) {
  const used = store.collection<{ at: number }>(`used ${audience}`);
  const visits = store.collection<Visit>(`visits ${audience}`);
  const cookie = `visit_${audience}`;
  return {
    /** Answers a request that carries a token: to the same address without it, signed in. */
    enter({ path }: SimRequest, token: string | null): SimReply | undefined {
      if (token === null) return undefined;
      const claims = readToken(token, secret);
      const isGood =
        claims !== undefined &&
        claims.aud === audience &&
        claims.exp > Date.now() / 1000 &&
        used.get(claims.jti) === undefined;
      if (!isGood)
        return pageOf({
          status: 403,
          title: "This link cannot be used",
          body: "<p>It has expired or was used before. Open this site again from the portal.</p>",
        });
      used.put(claims.jti, { at: Date.now() });
      const id = store.newId();
      visits.put(id, { name: claims.name, email: claims.email });
      return {
        status: 302,
        headers: { location: path, "set-cookie": `${cookie}=${id}; Path=/; HttpOnly; SameSite=Lax` },
        body: "",
      };
    },
    whoIs({ headers }: SimRequest): string | undefined {
      const id = new RegExp(`(?:^|; )${cookie}=([\\w-]+)`).exec(headers["cookie"] ?? "")?.[1];
      return id === undefined ? undefined : visits.get(id)?.name;
    },
  };
}
