import { test as plain } from "@playwright/test";
import { expect, test } from "./portal.ts";

plain.skip(({ viewport }) => viewport?.width !== 1440, "What the server sends does not depend on the width");

/** Every directive that our pages need, with no source other than our own origin. */
const policy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data: blob:",
  "font-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  "require-trusted-types-for": "'script'",
};

test("every page and its files are sent with a strict policy and the security headers", async ({ page, request }) => {
  const files: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/assets/")) files.push(response.url());
  });
  const signedOut = ["/login", "/sign-in", "/forget-password", "/change-password", "/signup", "/404", "/spam-release"];
  await page.goto("/login");
  await expect(page.getByLabel("Username")).toBeVisible();
  expect(files.length).toBeGreaterThan(3);
  for (const address of [...signedOut, "/", "/dashboard", "/no/such/page", "/assets/none.js", ...files]) {
    const response = await request.get(address);
    const headers = response.headers();
    const sent = Object.fromEntries(
      headers["content-security-policy"]!.split(";").map((part) => {
        const [name = "", ...values] = part.trim().split(" ");
        return [name, values.join(" ")];
      }),
    );
    expect(sent, address).toMatchObject(policy);
    expect(headers["content-security-policy"], address).not.toMatch(/unsafe|\*/);
    expect(headers, address).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "strict-transport-security": expect.stringMatching(/max-age=\d{8}/),
    });
    for (const name of ["server", "x-powered-by", "access-control-allow-origin"]) expect(headers[name]).toBeUndefined();
    const kept = address.includes("/assets/") && response.ok();
    expect(headers["cache-control"] ?? "", address).toMatch(
      kept ? /max-age=31536000.*immutable/ : /^(no-cache|no-store|)$/,
    );
  }
});

test("the small documents of the gateways may load their script and be framed by the portal, and nothing else", async ({
  request,
}) => {
  for (const address of ["/payment-page", "/card-page"]) {
    const policyOf = (await request.get(address)).headers()["content-security-policy"]!;
    expect(policyOf, address).toContain("default-src 'none'");
    expect(policyOf, address).toContain("frame-ancestors 'self'");
    expect(policyOf, address).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+;/);
  }
});

// The usual `test` fails on a policy violation, which this one causes on purpose.
plain("a page can neither run what is written into it nor be given markup as text", async ({ page }) => {
  await page.goto("/404");
  const ran = await page.evaluate(async () => {
    // The policy applies only to code that runs by itself, not to code that the debugger evaluates.
    await new Promise((resolve) => setTimeout(resolve));
    const tries: Record<string, () => void> = {
      "inline script": () => {
        const script = document.createElement("script");
        script.append("window.planted = true");
        document.body.append(script);
      },
      markup: () => (document.body.innerHTML = "<b>planted</b>"),
      eval: () => (Reflect.get(window, "eval") as (text: string) => void)("window.planted = true"),
      "a policy of one's own": () =>
        void (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): object } }
        ).trustedTypes.createPolicy("planted", { createHTML: (text: string) => text }),
    };
    return Object.entries(tries).flatMap(([name, attempt]) => {
      try {
        attempt();
        return "planted" in window || document.body.innerText === "planted" ? [name] : [];
      } catch {
        return [];
      }
    });
  });
  expect(ran).toEqual([]);
});
