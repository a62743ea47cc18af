import { customers } from "@tradewind/contract/customers/customers.ts";
import { expect, test, vi } from "vitest";
import { fakeApi, succeeded, tokenAnswer } from "../test/fake-api.ts";
import { keepHere } from "../test/leaving.ts";
import { noCustomers } from "../test/samples.ts";
import { sessionOf } from "../test/sessions.ts";
import { call } from "./api.ts";

const harbour = "019a0000-0000-7000-8000-0000000000aa";
const liffey = "019a0000-0000-7000-8000-0000000000bb";

const renewal = (cloudMarketId: string) => {
  const session = sessionOf();
  return {
    body: {
      ...tokenAnswer({ access_token: `of ${cloudMarketId}` }),
      session: { ...session, User: { ...session.User, cloudMarketId } },
    },
  };
};

test("a page whose person switched company reloads, and sends nothing there that was started here", async () => {
  const wanted = keepHere();
  let company = harbour;
  const sent = fakeApi({
    "POST /api/auth/refresh": () => renewal(company),
    "GET /api/customers/count": ({ headers }) =>
      headers.get("authorization") === `Bearer of ${company}` ? succeeded(noCustomers) : { status: 401, body: {} },
  });
  await call(customers.count, { query: {} });
  company = liffey;
  const answered = vi.fn();
  void call(customers.count, { query: {} }).then(answered, answered);
  await expect.poll(() => wanted).toEqual(["/"]);
  expect(answered).not.toHaveBeenCalled();
  expect(sent.map(({ headers }) => headers.get("authorization")).filter(Boolean)).toEqual([
    `Bearer of ${harbour}`,
    `Bearer of ${harbour}`,
  ]);
});
