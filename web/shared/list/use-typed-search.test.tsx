import { lazyRouteComponent, useNavigate, useSearch } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { TextLink } from "../link-render.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

function List() {
  const { search = "" }: { search?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, setText] = useTypedSearch(search, (next) => {
    void navigate({ to: "/list", search: { search: next }, replace: true });
  });
  return (
    <>
      <input aria-label="Search" value={text} onChange={({ target }) => setText(target.value)} />
      <TextLink to="/list/one">One</TextLink>
    </>
  );
}

afterEach(() => void vi.useRealTimers());

test("a row pressed right after typing opens, however long its page takes to load", async () => {
  fakeApi({ "GET /api/session": succeeded(sessionOf()) });
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const { router } = await renderApp("/list", [
    { path: "/list", access: "signedIn", title: "List", screen: lazyRouteComponent(async () => ({ List }), "List") },
    {
      path: "/list/one",
      access: "signedIn",
      title: "One",
      screen: lazyRouteComponent(async () => {
        await loaded;
        return { One: () => <h1>One</h1> };
      }, "One"),
    },
  ]);
  await expect.element(page.getByLabelText("Search")).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  await userEvent.fill(page.getByLabelText("Search"), "on");
  await userEvent.click(page.getByRole("link", { name: "One" }));
  await vi.advanceTimersByTimeAsync(1000);
  load();
  await expect.element(page.getByRole("heading", { name: "One" })).toBeVisible();
  expect(router.state.location.href).toBe("/list/one");
});
