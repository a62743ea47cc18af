/** Simulates organisations' sign-in: an OpenID provider, and under `/microsoft` Microsoft accounts of any tenant. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openKey } from "./keys.ts";
import { page, signInPage } from "./pages.ts";
import { people } from "./people.ts";
import { openIdProvider } from "./provider.ts";
import { workAccountSignIn } from "./work-accounts.ts";

const largestForm = 64 * 1024;

export const identityProviderSettings = (url: string) => ({
  SSO_URL: url,
  SSO_ISSUER: "https://sign-in.tradewind.example",
  SSO_CLIENT_ID: "tradewind-portal",
  SSO_CLIENT_SECRET: "demo-sign-in-secret",
  AAD_URL: `${url}/microsoft`,
  AAD_CLIENT_ID: "3f0c1f0e-7f2b-4a44-9a53-6a8d7c2b9e10",
  AAD_CLIENT_SECRET: "demo-work-account-secret",
});

export async function startIdentityProvider({ port, keyFile }: { port: number; keyFile: string }) {
  const key = openKey(keyFile);
  const provider = openIdProvider(key);
  const openId = provider.callback();
  const workAccounts = workAccountSignIn(key);

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(400, { "content-type": "text/html" }).end(page("Sign-in failed", `<p>${String(error)}</p>`));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    if (pathname.startsWith("/interaction/")) return interact(request, response);
    if (!pathname.startsWith("/microsoft/")) return openId(request, response);
    const reply = workAccounts({
      method: request.method ?? "GET",
      path: pathname.replace(/^\/microsoft/, ""),
      query: searchParams,
      form: await formOf(request),
      cookie: request.headers.cookie ?? "",
      origin,
    });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const { params, uid } = await provider.interactionDetails(request, response);
    const show = (status: number, title: string) =>
      void response
        .writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(signInPage(title, `/interaction/${uid}`, params["login_hint"] ?? ""));
    if (request.method !== "POST") return show(200, "Sign in to your organisation");
    const form = await formOf(request);
    const refuse = (error_description: string) =>
      provider.interactionFinished(request, response, { error: "access_denied", error_description });
    if (form.get("answer") === "no") return refuse("The sign-in was cancelled");
    const person = people.find(({ userName }) => userName === form.get("username")?.trim().toLowerCase());
    if (!person) return show(400, "There is no such person");
    if (person.refusal) return refuse(person.refusal);
    return provider.interactionFinished(request, response, { login: { accountId: person.id } });
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  if (request.method !== "POST") return new URLSearchParams();
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    if (text.length > largestForm) throw new Error("The form is too large.");
  }
  return new URLSearchParams(text);
}
