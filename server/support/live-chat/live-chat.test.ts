import { createHmac } from "node:crypto";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { liveChat } from "@tradewind/contract/support/live-chat.ts";
import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";

const secret = "a-secret-of-the-live-chat-in-tests-";
const app = await testApp({
  CHAT_LICENCE: "4711",
  CHAT_SECRET: secret,
  CHAT_SCRIPT_URL: "https://chat.example/tracking.js",
});
const operator = await app.signInOperator();
const switchOn = (Enabled: boolean) =>
  app.call(operator, flags.change, { params: { featureName: "LiveChat" }, body: { Enabled, Percentage: 100 } });

test("CHAT-01 FLAG-23 the chat is there with the permission and the feature only", async () => {
  const [chats, other] = [await app.signIn(), await app.signIn({ rights: ["support"] })];
  const answers = [];
  for (const on of [false, true]) {
    await switchOn(on);
    for (const person of [other, chats]) answers.push((await app.call(person, liveChat.open)).status);
  }
  expect(answers).toEqual([403, 404, 403, 200]);
});

test("CHAT-02 the licence is the configured one, and the visitor's id is signed", async () => {
  await switchOn(true);
  const person = await app.signIn();
  expect((await app.call(person, liveChat.open)).Result).toEqual({
    Licence: "4711",
    ScriptUrl: "https://chat.example/tracking.js",
    Visitor: {
      id: person.personId,
      name: "Robin Tester",
      email: person.email,
      hash: createHmac("sha256", secret).update(person.personId).digest("hex"),
    },
  });
});

test("without a licence there is no chat, and no fault", async () => {
  const plain = await testApp();
  await plain.call(await plain.signInOperator(), flags.change, {
    params: { featureName: "LiveChat" },
    body: { Enabled: true, Percentage: 100 },
  });
  const { status, Result } = await plain.call(await plain.signIn(), liveChat.open);
  expect([status, Result]).toEqual([200, null]);
});
