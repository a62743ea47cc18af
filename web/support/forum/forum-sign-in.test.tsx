import { expect, test } from "vitest";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { leave } from "../../platform/leave.ts";

const sso = "bm9uY2U9MQ==\n";
const address = `/forum-sso?${new URLSearchParams({ sso, sig: "abc" }).toString()}`;

test("COMM-01 the forum's request is answered once, letter for letter, and the browser goes back there", async () => {
  const left: string[] = [];
  const real = leave.to;
  leave.to = (to) => void left.push(to);
  const Url = "https://community.example/session/sso_login?sso=a&sig=b";
  const sent = fakeApi({ "GET /api/session": succeeded(sessionOf()), "GET /api/forum/token": succeeded({ Url }) });
  await renderApp(address);
  await expect.poll(() => left).toEqual([Url]);
  const asked = sent.filter(({ path }) => path === "/api/forum/token");
  expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([{ sso, sig: "abc" }]);
  leave.to = real;
});

test("a request that is refused says so, and leads to the community", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/forum/token": refused(422, "forumRequestRefused", "This request to sign in is not ours."),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByRole("alert")).toHaveTextContent("This request to sign in is not ours.");
  await expect
    .element(screen.getByRole("link", { name: "Open the community" }))
    .toHaveAttribute("href", "https://community.example");
});
