import { desk } from "@tradewind/contract/support/desk.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { expect, test } from "vitest";
import { mailsTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const operator = await app.signInOperator();

const open = async (person: Person, Subject: string) =>
  (await app.call(person, tickets.create, { body: { Subject, Category: "Other", Description: "Please help." } }))
    .Result!.Id;
const answer = (ticketId: string, body: object) =>
  app.call(operator, desk.reply, { params: { ticketId }, body: { Text: "Done.", ...body } });
const stateOf = async (person: Person, ticketId: string) =>
  (await app.call(person, tickets.byId, { params: { ticketId } })).Result!;

test("a solved ticket closes by itself after seven days of business time, and not before; an answer keeps it open", async () => {
  const reseller = await app.signIn();
  const [left, answered, unsolved] = [
    await open(reseller, "Left"),
    await open(reseller, "Answered"),
    await open(reseller, "Unsolved"),
  ];
  for (const id of [left, answered]) await answer(id, { Solves: true });
  const closes = (await stateOf(reseller, left)).Closes!;
  await worker.moveDays(6);
  expect((await stateOf(reseller, left)).State).toBe("Solved");
  await app.call(reseller, tickets.reply, { params: { ticketId: answered }, body: { Text: "Not yet." } });
  await worker.moveDays(2);
  expect(await stateOf(reseller, left)).toMatchObject({ State: "Closed", Closes: null, May: { Reply: false } });
  expect((await stateOf(reseller, answered)).State).toBe("Open");
  expect((await stateOf(reseller, unsolved)).State).toBe("New");
  const last = (await stateOf(reseller, left)).Thread.at(-1)!;
  expect(last).toMatchObject({ Kind: "state", State: "Closed", Who: "Tradewind" });
  expect(last.At.slice(0, 10) >= closes.slice(0, 10)).toBe(true);
});

test("N15 an answer is mailed to whoever opened the ticket, with its words and its address; notes are not", async () => {
  const [reseller, colleague] = [await app.signIn(), await app.signIn()];
  const ticketId = await open(reseller, "A bill");
  await answer(ticketId, { Audience: "team", Text: "Between us" });
  await app.call(reseller, tickets.reply, { params: { ticketId }, body: { Text: "And another thing." } });
  expect(await mailsTo(app, reseller.email)).toEqual([]);
  await answer(ticketId, { Text: "Look at page two.\n\nIt is there.", Solves: true });
  const [mail, ...more] = await mailsTo(app, reseller.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    template: "ticketAnswered",
    data: {
      subject: "A bill",
      writer: "Olive Operator",
      text: "Look at page two.\n\nIt is there.",
      url: `${app.config.PUBLIC_URL}/support/ticket-detail?id=${ticketId}`,
    },
  });
  expect(await mailsTo(app, colleague.email)).toEqual([]);
});
