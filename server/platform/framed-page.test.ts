import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fastify from "fastify";
import { livechat } from "@tradewind/vendors/livechat/livechat.ts";
import { stripeGateway } from "@tradewind/vendors/stripe/stripe.ts";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { type FramedScript, serveFramedPage } from "./framed-page.ts";
import { headersFor } from "./serve.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payment-page-"));
for (const name of ["payment-page.html", "card-page.html"])
  fs.copyFileSync(path.join(import.meta.dirname, "../../web", name), path.join(folder, name));
const ours = 'const news = "ready";';
fs.mkdirSync(path.join(folder, "assets"));
fs.writeFileSync(path.join(folder, "assets/chat-C1_-x.js"), ours);
fs.writeFileSync(
  path.join(folder, "live-chat.html"),
  `<head><script type="module" crossorigin src="/assets/chat-C1_-x.js"></script>
<link rel="stylesheet" crossorigin href="/assets/style.css"></head><body></body>`,
);
afterAll(() => fs.rmSync(folder, { recursive: true }));

const browser = {
  scriptUrl: 'https://static.pages.example/lib/pages.js?a=1&b="2"',
  frames: ["https://www.pages.example"],
};
async function ask(script: FramedScript, name = "payment-page") {
  const app = fastify();
  serveFramedPage(app, name, script, folder);
  const answer = await app.inject(`/${name}`);
  await app.close();
  return answer;
}
const policyOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  Object.fromEntries(
    String(answer.headers["content-security-policy"])
      .split("; ")
      .map((part) => [part.split(" ")[0], part.slice(part.indexOf(" ") + 1)]),
  );

test("only the document around a foreign form may load its script and frame it, and only we may frame it", async () => {
  const answer = await ask(browser);
  expect(policyOf(answer)).toEqual({
    "default-src": "'none'",
    "script-src": "'self' https://static.pages.example",
    "style-src": "'self' 'unsafe-inline'",
    "font-src": "'self'",
    "frame-src": "https://www.pages.example",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
  });
  expect(answer.body).toContain(
    '<script src="https://static.pages.example/lib/pages.js?a=1&amp;b=&quot;2&quot;"></script>',
  );
  const config = readConfig([], { DEMO: "true", NODE_ENV: "test", DATABASE_URL: "postgres://localhost/x" });
  const everywhere = headersFor(config)["content-security-policy"];
  expect(everywhere).toContain("script-src 'self';");
  expect(everywhere).toContain("frame-src 'self';");
  expect(everywhere).not.toContain("pages.example");
});

test("the document around the form for cards may load Stripe's script and call its API, and nothing else", async () => {
  const { browser: ofStripe } = stripeGateway({
    secretKey: "sk_test_1",
    publishableKey: "pk_test_1",
    webhookSecret: "whsec_1",
    url: "https://api.stripe.com",
    scriptUrl: "https://js.stripe.com/v3",
  });
  expect(policyOf(await ask(ofStripe, "card-page"))).toMatchObject({
    "script-src": "'self' https://js.stripe.com",
    "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    "connect-src": "https://api.stripe.com",
    "frame-ancestors": "'self'",
  });
});

test("the chat's document has an origin apart, holds our script itself, and calls and frames nobody but the provider", async () => {
  const chat = livechat({ licence: "4711", scriptUrl: "https://cdn.livechatinc.com/tracking.js", secret: "" });
  const answer = await ask({ ...chat, isApart: true }, "live-chat");
  expect(policyOf(answer)).toMatchObject({
    sandbox: "allow-scripts allow-forms allow-popups",
    "script-src": `'sha256-${createHash("sha256").update(ours).digest("base64")}' https://cdn.livechatinc.com`,
    "frame-src": "https://secure.livechatinc.com",
    "connect-src": "https://*.livechatinc.com wss://*.livechatinc.com",
    "frame-ancestors": "'self'",
  });
  expect(answer.body).toContain(`<script type="module">${ours}</script>`);
  expect(answer.body).not.toMatch(/livechatinc|4711|\/assets\//);
});

test("a document that was not built is not there", async () => {
  expect((await ask(browser, "no-page")).statusCode).toBe(404);
});
