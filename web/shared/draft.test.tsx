import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../test/fake-api.ts";
import { renderApp } from "../test/render-app.tsx";
import { sessionOf } from "../test/sessions.ts";

const at = "/api/drafts/customer%3Anew";
async function open(kept: unknown = null, session = sessionOf()) {
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    [`GET ${at}`]: succeeded({ Value: kept && JSON.stringify(kept) }),
    [`PUT ${at}`]: succeeded({}),
    [`DELETE ${at}`]: succeeded({}),
  });
  const { screen, router } = await renderApp("/customers/add");
  const field = (label: string) => screen.getByRole("textbox", { name: new RegExp(`^${label}`) });
  const sentAs = (method: string) => sent.filter((each) => each.method === method);
  return { screen, router, field, sent, sentAs };
}

test("what is typed in a form is kept on the server, and forgotten when the form is left", async () => {
  const { router, field, sentAs } = await open();
  await field("Name").fill("Acme Dental");
  await field("Postcode").fill("BS1 4NT");
  await expect.poll(() => sentAs("PUT").at(-1)?.body, { timeout: 4000 }).toContain("BS1 4NT");
  const { Value } = JSON.parse(sentAs("PUT").at(-1)!.body) as { Value: string };
  expect(JSON.parse(Value)).toMatchObject({ name: "Acme Dental", PostCode: "BS1 4NT" });
  await router.navigate({ to: "/customers", ignoreBlocker: true });
  await expect.poll(() => sentAs("DELETE").length).toBe(1);
});

test("a form opens as it was left when the session ended, in any tab, and what is typed meanwhile stays", async () => {
  const { field } = await open({ name: "Acme Dental", PostCode: "BS1 4NT" });
  await expect.element(field("Name")).toHaveValue("Acme Dental");
  await expect.element(field("Postcode")).toHaveValue("BS1 4NT");
});

test("staff of the marketplace in somebody's portal ask for none and keep none there", async () => {
  const { field, sent } = await open({ name: "Acme Dental" }, { ...sessionOf(), JumpedBy: "Olive Operator" });
  await field("Name").fill("Bright");
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await expect.element(field("Name")).toHaveValue("Bright");
  expect(sent.filter(({ path }) => path === at)).toEqual([]);
});
