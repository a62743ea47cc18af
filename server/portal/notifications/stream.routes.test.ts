import { auth } from "@tradewind/contract/access/auth.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });

const open = (ticket: string) =>
  fetch(`${origin}${notifications.stream.path}?${new URLSearchParams({ access_token: ticket }).toString()}`);
const ticketOf = async (person: Person) => (await app.call(person, notifications.negotiate)).Result!.accessToken;

test("NOTIF-15 a ticket opens one stream, once", async () => {
  const ticket = await ticketOf(await app.signIn());
  const stream = await open(ticket);
  expect(stream.status).toBe(200);
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  expect((await open(ticket)).status).toBe(401);
  await stream.body!.cancel();
  expect((await open(ticket)).status).toBe(401);
});

test("only one of many simultaneous uses of a ticket is admitted", async () => {
  const ticket = await ticketOf(await app.signIn());
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(ticket)));
  expect(streams.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 401),
  ]);
  for (const { body } of streams) await body?.cancel();
});

test("an access token is no ticket, and nor is anything else", async () => {
  const person = await app.signIn();
  const { token } = person;
  for (const wrong of [token, "", "x", `${await ticketOf(person)}x`]) expect((await open(wrong)).status).toBe(401);
});

test("signing out ends the stream and spoils tickets not yet used", async () => {
  const person = await app.signIn();
  const [stream, spare] = [await open(await ticketOf(person)), await ticketOf(person)];
  const reader = stream.body!.getReader();
  await app.call(person, auth.signOut);
  let ended = false;
  while (!ended) ended = (await reader.read()).done;
  expect((await open(spare)).status).toBe(401);
});
