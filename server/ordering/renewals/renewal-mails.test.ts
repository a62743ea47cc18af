import { footer } from "@tradewind/contract/portal/footer.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addHeld } from "../../test/held.ts";
import { delivered } from "../../test/mails.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { mailRenewals } from "./renewal-mails.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const today = app.platform.clock.today();
const dailyMail = (day: string) => mailRenewals(worker.platform, day);

test("whoever may choose is mailed once a week what renews within 30 days without a choice", async () => {
  const person = await app.signIn();
  const { resellerId } = person;
  const others = [
    await app.signIn({ resellerId, kind: "engineer", rights: ["manageService"] }),
    await app.signIn({ resellerId }),
    await app.signIn(),
  ];
  await app.call(others[1]!, footer.setOptOuts, { body: { OptedOut: ["renewalMails"] } });
  for (let n = 10; n < 31; n++) await addHeld(app, person, `Acme ${n}`, { days: 20 });
  await addHeld(app, person, "Soonest", { days: 3 });
  await addHeld(app, person, "Chosen", { days: 3, setBy: "Robin Tester" });
  await addHeld(app, person, "Far", { days: 31 });
  await addHeld(app, person, "Each month", { days: 3, offer: "CFQ7TTC0LCHC:0002:P1M:monthly" });

  await dailyMail(today);
  await dailyMail(today);
  const [mail, ...more] = await delivered(worker, person.email, 1);
  expect([mail!.subject, more]).toEqual(["22 subscriptions renew soon", []]);
  const named = mail!.text.split("\n").filter((line) => / of (Acme|Soonest|Chosen|Far|Each)/.test(line));
  expect([named.length, named[0]]).toEqual([20, expect.stringMatching(/ of Soonest on \d\d\/\d\d\/2\d\d\d$/)]);
  expect(mail!.text).toContain("And 2 more.");
  expect(mail!.html).toContain(`${app.config.PUBLIC_URL}/renewals?`);

  await dailyMail(addDays(today, 6));
  await dailyMail(addDays(today, 7));
  const [, again, ...rest] = await delivered(worker, person.email, 2);
  expect([again!.subject, rest]).toEqual(["22 subscriptions renew soon", []]);
  for (const other of others) expect(await delivered(worker, other.email, 0)).toEqual([]);
});
