import { notifications } from "@tradewind/contract/portal/notifications.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { numberPorts } from "@tradewind/contract/ordering/number-ports.ts";
import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addLetter, freshNumber, portOf, saidOfPort, siteOfVoice } from "../../test/number-ports.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();
const boss = await app.signIn();
const today = () => app.platform.clock.today();

type Asked = SentOf<typeof numberPorts.ask>["body"];
const propose = (by: Person, instanceId: string, SiteId: string, Numbers: string[]) =>
  app.call(by, numberPorts.propose, {
    params: { instanceId },
    body: { SiteId, Numbers, Line: "single", IsPartOfRange: false },
  });

/** Asks for numbers as they were proposed, but for what is said otherwise. */
async function ask(
  by: Person,
  { id, instance }: { id: string; instance: string },
  Numbers: string[],
  rest: Partial<Asked> = {},
) {
  const { Result } = await propose(by, instance, id, Numbers);
  const body = {
    ...saidOfPort,
    SiteId: id,
    Numbers,
    WishedOn: Result?.EarliestOn ?? "2099-01-05",
    Hash: Result?.Hash ?? "",
  };
  return app.call(by, numberPorts.ask, { params: { instanceId: instance }, body: { ...body, ...rest } });
}
const at = (numberPortId: string) => ({ params: { numberPortId }, body: {} });
/** Sends a port to the old provider, with a letter. */
async function submit(id: string) {
  const had = await app.sql("select from number_port_letters where port_id = $1", [id]);
  if (had.length === 0) await addLetter({ app }, boss, id);
  return app.call(operator, numberPorts.submit, at(id));
}
const accept = (id: string, On: string, Why?: string) =>
  app.call(operator, numberPorts.accept, { ...at(id), body: { On, Why } });
const reject = (id: string, Why: string) => app.call(operator, numberPorts.reject, { ...at(id), body: { Why } });
const complete = (id: string) => app.call(operator, numberPorts.complete, at(id));
const tick = (id: string, Position: number, Done = true) =>
  app.call(operator, numberPorts.tick, { ...at(id), body: { Position, Done } });
const cancel = (by: Person, id: string) => app.call(by, numberPorts.cancel, at(id));
const portsOf = async (by: Person, instanceId: string) =>
  (await app.call(by, numberPorts.ofService, { params: { instanceId } })).Result!.Items;
const chargesOf = (site: string) =>
  app.sql<{ description: string; quantity: number; unit_cost: string; amount_minor: string }>(
    `select c.description, c.quantity, trim_scale(c.unit_cost)::text as unit_cost, c.amount_minor::text from charges c
     join number_ports p on p.reseller_id = c.reseller_id and p.charge_id = c.id where p.subscription_id = $1`,
    [site],
  );
const toldOf = async (by: Person, number: string) =>
  (await app.call(by, notifications.list, { query: {} }))
    .Result!.Items.map(({ Content }) => Content)
    .filter((content) => content.startsWith(number));

test("numbers come from another provider: asked for, sent, accepted, moved to another day, here, and charged as proposed", async () => {
  const site = await siteOfVoice({ app }, boss);
  const Numbers = ["01632 960100 to 01632 960104", "0808 157 0100"];
  const proposed = (await propose(boss, site.instance, site.id, Numbers)).Result!;
  expect(proposed).toMatchObject({
    Count: 6,
    Price: { Each: { Minor: "600", Currency: "GBP" }, Total: { Minor: "3600", Currency: "GBP" } },
  });
  const asked = (await ask(boss, site, Numbers)).Result!;
  const { Id, Number } = asked;
  expect(asked).toMatchObject({
    State: "requested",
    SiteName: "Head office",
    Numbers: ["+441632960100 to +441632960104", "+448081570100"],
    WishedOn: proposed.EarliestOn,
    Total: { Minor: "3600" },
    MayCancel: true,
    PortOn: null,
  });
  expect((await app.call(operator, numberPorts.list, { query: {} })).Result!.Items).toContainEqual(
    expect.objectContaining({
      Id,
      Provider: "Old Telecom",
      Steps: expect.arrayContaining([expect.objectContaining({ Position: 4, TickedAt: null })]),
    }),
  );
  expect((await accept(Id, proposed.EarliestOn)).Error).toBe("portElsewhere");
  expect((await submit(Id)).Result!.State).toBe("submitted");
  expect((await submit(Id)).Error).toBe("portElsewhere");
  expect((await accept(Id, "2020-01-06")).Errors).toHaveProperty("On");
  expect((await accept(Id, "2099-01-04")).Errors).toHaveProperty("On");
  expect((await accept(Id, "2099-01-05")).Result).toMatchObject({ State: "accepted", PortOn: "2099-01-05" });
  expect((await accept(Id, "2099-01-06")).Errors).toEqual({ Why: "A reason is required" });
  expect((await accept(Id, "2099-01-06", "Their engineer is ill")).Result).toMatchObject({ PortOn: "2099-01-06" });
  expect((await complete(Id)).Error).toBe("portNotDue");
  await app.sql("update number_ports set port_on = $2 where id = $1", [Id, today()]);
  expect((await complete(Id)).Error).toBe("workNotTicked");
  for (const position of [1, 2, 3, 4]) expect((await tick(Id, position)).status).toBe(200);
  expect((await tick(Id, 2, false)).Result!.Steps[1]).toMatchObject({ TickedAt: null });
  expect((await complete(Id)).Error).toBe("workNotTicked");
  expect((await tick(Id, 2)).Result!.Steps[1]!.TickedBy).not.toBeNull();
  expect((await tick(Id, 5)).status).toBe(404);
  expect(await chargesOf(site.id)).toEqual([]);

  expect((await complete(Id)).Result!.State).toBe("ported");
  expect((await complete(Id)).Error).toBe("portElsewhere");
  const { Result } = await app.call(boss, services.byId, { params: { instanceId: site.instance } });
  expect(Result!.Resources.map(({ Label, Text, IsSecret }) => ({ Label, Text, IsSecret }))).toEqual([
    { Label: "Ported numbers", Text: "+441632960100 to +441632960104", IsSecret: false },
    { Label: "Ported numbers", Text: "+448081570100", IsSecret: false },
  ]);
  expect(await chargesOf(site.id)).toEqual([
    { description: "Porting of 6 numbers", quantity: 6, unit_cost: "6", amount_minor: "3600" },
  ]);
  const [own] = await portsOf(boss, site.instance);
  expect(own).toMatchObject({ State: "ported", MayCancel: false });
  expect(own!.History.map(({ Text }) => Text.replace(/\d.*/, "…"))).toEqual([
    "Asked for …",
    "Sent to Old Telecom",
    "Old Telecom accepted: they move on …",
    "They move on …",
    "The numbers are here",
  ]);
  expect(await toldOf(boss, Number)).toHaveLength(4);
});

test("a customer's administrator sees its price before asking, and where that is not shown asks the reseller to", async () => {
  const reseller = await app.signIn();
  const site = await siteOfVoice({ app }, reseller);
  const [held] = await app.sql<{ customerId: string }>(
    `select customer_id as "customerId" from service_instances where id = $1`,
    [site.instance],
  );
  const admin = await app.signIn({
    kind: "endUserAdmin",
    resellerId: reseller.resellerId,
    customerId: held!.customerId,
  });
  const Numbers = [freshNumber()];
  expect((await propose(admin, site.instance, site.id, Numbers)).Result).toMatchObject({
    Price: null,
    NeedsApproval: true,
  });
  const wanted = (await ask(admin, site, Numbers)).Result!;
  expect(wanted).toMatchObject({ State: "requested", Waits: true, Total: null });
  const waits = async () =>
    (await app.call(operator, numberPorts.list, { query: {} })).Result!.Items.find(({ Id }) => Id === wanted.Id)?.Waits;
  expect(await waits()).toBe(true);
  await addLetter({ app }, reseller, wanted.Id);
  expect((await app.call(operator, numberPorts.submit, at(wanted.Id))).Error).toBe("portElsewhere");
  const news = (await app.call(reseller, notifications.list, { query: {} })).Result!.Items.map(
    ({ Content }) => Content,
  );
  expect(news).toContainEqual(
    expect.stringMatching(/ asks for 1 number to come from Old Telecom and is not shown what it costs/),
  );
  expect((await app.call(admin, numberPorts.approve, at(wanted.Id))).status).toBe(403);
  expect((await app.call(reseller, numberPorts.approve, at(wanted.Id))).Result).toMatchObject({
    Waits: false,
    State: "requested",
  });
  expect((await app.call(reseller, numberPorts.approve, at(wanted.Id))).Error).toBe("portElsewhere");
  expect(await waits()).toBe(false);

  // Where the reseller shows prices and has set this one, it is asked for at once.
  await app.sql("update resellers set show_own_prices = true where id = $1", [reseller.resellerId]);
  app.platform.sessions.forget("");
  const more = [freshNumber()];
  expect((await propose(admin, site.instance, site.id, more)).Result).toMatchObject({
    Price: null,
    NeedsApproval: true,
  });
  await app.sql(
    `insert into price_rules (reseller_id, customer_id, offer_id, product_id, from_date, kind, value)
     select $1, $2, id, product_id, '2026-01-01', 'fixed', 9 from offers where id = 'voice-port:none:once'`,
    [reseller.resellerId, held!.customerId],
  );
  expect((await propose(admin, site.instance, site.id, more)).Result).toMatchObject({
    Price: { Each: { Minor: "900" } },
    NeedsApproval: false,
  });
  expect((await ask(admin, site, more)).Result).toMatchObject({ Waits: false });
});

test("what waits for approval is checked again when it is approved, rejected by the operator, and its asker told", async () => {
  const reseller = await app.signIn();
  const site = await siteOfVoice({ app }, reseller);
  const [held] = await app.sql<{ customerId: string }>(
    `select customer_id as "customerId" from service_instances where id = $1`,
    [site.instance],
  );
  const { resellerId } = reseller;
  const { customerId } = held!;
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId, customerId });
  const Numbers = [freshNumber()];
  const wanted = (await ask(admin, site, Numbers)).Result!;

  // The operator frees numbers that would be forgotten.
  expect((await reject(wanted.Id, "Nobody approves it")).Result).toMatchObject({ State: "rejected", Waits: false });
  const told = `Your port ${wanted.Number} of 1 number from Old Telecom was rejected: Nobody approves it.`;
  const news = async () =>
    (await app.call(admin, notifications.list, { query: {} })).Result!.Items.map(({ Content }) => Content);
  expect(await news()).toEqual([told]);

  const again = (await ask(admin, site, Numbers)).Result!;
  const approve = () => app.call(reseller, numberPorts.approve, at(again.Id));
  await app.sql("update number_ports set wished_on = '2026-01-05' where id = $1", [again.Id]);
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
  expect((await approve()).Error).toBe("customerSuspended");
  await app.sql("update customers set status = 'Active', suspended_at = null where id = $1", [customerId]);
  await app.sql("update subscriptions set status = 'cancelled' where id = $1", [site.id]);
  expect((await approve()).Error).toBe("portSiteMissing");
  await app.sql("update subscriptions set status = 'active' where id = $1", [site.id]);
  // The day that was wished is too near by now.
  const approved = (await approve()).Result!;
  expect(approved).toMatchObject({ Waits: false, WishedOn: again.WishedOn });
  expect(approved.History.at(-1)!.Text).toMatch(/^Approved, and asked for .*, the first day that is left$/);
  expect((await cancel(reseller, again.Id)).status).toBe(200);
  expect(await news()).toEqual([
    `Your port ${again.Number} of 1 number from Old Telecom was called off.`,
    expect.stringMatching(
      `^Your port ${again.Number} of 1 number from Old Telecom was approved, and is asked for .*[.]$`,
    ),
    told,
  ]);

  // Nobody commits to a price that came into sight after they were told that the reseller decides.
  await app.sql(
    `insert into price_rules (reseller_id, customer_id, offer_id, product_id, from_date, kind, value)
     select $1, $2, id, product_id, '2026-01-01', 'fixed', 9 from offers where id = 'voice-port:none:once'`,
    [resellerId, customerId],
  );
  const { Result } = await propose(admin, site.instance, site.id, Numbers);
  expect(Result).toMatchObject({ Price: null, NeedsApproval: true });
  await app.sql("update resellers set show_own_prices = true where id = $1", [resellerId]);
  app.platform.sessions.forget("");
  expect((await ask(admin, site, Numbers, { Hash: Result!.Hash })).Error).toBe("portTermsChanged");
});

test("no number comes twice, comes while somebody holds it, or is given while it comes", async () => {
  const site = await siteOfVoice({ app }, boss);
  const other = await app.signIn();
  const theirs = await siteOfVoice({ app }, other);
  const asked = await Promise.all([
    ask(boss, site, ["0115 4960000 to 0115 4960009"]),
    ask(other, theirs, ["0115 4960009"]),
    ask(other, theirs, ["0115 4960009 to 0115 4960012"]),
  ]);
  const won = asked.filter(({ status }) => status === 200);
  expect(won.length).toBeGreaterThan(0);
  const overlapping = await app.sql(
    `select from number_port_blocks a join number_port_blocks b on a.numbers && b.numbers and a.port_id <> b.port_id where a.is_open and b.is_open`,
  );
  expect(overlapping).toEqual([]);
  for (const each of asked.filter(({ status }) => status !== 200))
    expect(each.Errors).toEqual({ Numbers: "Some of these numbers are being ported already" });
  const stock = { AreaCode: "0115", First: "0115 4960000", Count: 10 };
  expect((await app.call(operator, numberStock.add, { body: stock })).Errors).toHaveProperty("First");

  // Rejected, they can be asked for again; once they are here, they cannot.
  for (const { Result } of won) expect((await reject(Result!.Id, "Wrong account")).status).toBe(200);
  const again = (await ask(other, theirs, ["0115 4960005"])).Result!;
  await submit(again.Id);
  await accept(again.Id, "2099-01-05");
  await app.sql("update number_ports set port_on = $2, steps = '{}' where id = $1", [again.Id, today()]);
  expect((await complete(again.Id)).status).toBe(200);
  expect((await propose(boss, site.instance, site.id, ["0115 4960005"])).Errors).toEqual({
    Numbers: "Some of these numbers are here already",
  });
});

test("what is in stock does not come, and what was given meanwhile stops a port whole", async () => {
  await app.call(operator, numberStock.add, { body: { AreaCode: "0116", First: "0116 4960000", Count: 10 } });
  const site = await siteOfVoice({ app }, boss);
  expect((await propose(boss, site.instance, site.id, ["0116 4960001"])).Errors).toHaveProperty("Numbers");
  const { id, site: held } = await portOf({ app }, boss, "accepted");
  await app.sql(
    `insert into resources (reseller_id, customer_id, product_id, subscription_id, kind, code, numbers, since)
     select p.reseller_id, p.customer_id, p.product_id, p.subscription_id, 'numbers', 'x' || p.id, b.numbers, now()
     from number_ports p join number_port_blocks b on b.port_id = p.id where p.id = $1`,
    [id],
  );
  expect((await complete(id)).Error).toBe("numbersHeld");
  expect(await chargesOf(held)).toEqual([]);
  const gone = await portOf({ app }, boss, "accepted");
  await app.sql("update subscriptions set status = 'cancelled' where id = $1", [gone.site]);
  expect((await complete(gone.id)).Error).toBe("portSiteMissing");
});

test("what is rejected or called off costs nothing, and is called off until two working days before its day", async () => {
  const site = await siteOfVoice({ app }, boss);
  const first = (await ask(boss, site, ["0118 4960001"])).Result!;
  expect((await cancel(boss, first.Id)).Result).toMatchObject({ State: "cancelled", MayCancel: false });
  expect((await cancel(boss, first.Id)).Error).toBe("portElsewhere");
  expect((await submit(first.Id)).Error).toBe("portElsewhere");
  // It is free at once.
  const second = (await ask(boss, site, ["0118 4960001"])).Result!;
  await submit(second.Id);
  expect((await reject(second.Id, "It is a multi-line there")).Result).toMatchObject({
    State: "rejected",
    Answer: "It is a multi-line there",
  });
  expect((await toldOf(boss, second.Number))[0]).toContain("will not move: It is a multi-line there");
  const third = (await ask(boss, site, ["0118 4960001"])).Result!;
  await submit(third.Id);
  await accept(third.Id, "2099-01-05");
  expect((await portsOf(boss, site.instance))[0]).toMatchObject({ MayCancel: true, CancelUntil: "2099-01-01" });
  await app.sql("update number_ports set port_on = $2 where id = $1", [third.Id, addDays(today(), 1)]);
  expect((await cancel(boss, third.Id)).Error).toBe("portTooLate");
  expect(await chargesOf(site.id)).toEqual([]);
});

test("what does not fit is refused at its field", async () => {
  const site = await siteOfVoice({ app }, boss);
  const faults = async (rest: Partial<Asked>) => (await ask(boss, site, ["0191 4980001"], rest)).Errors;
  expect(await faults({ WishedOn: today() })).toHaveProperty(
    "WishedOn",
    expect.stringMatching(/^Must be .* or later$/),
  );
  expect(await faults({ WishedOn: "2099-01-04" })).toEqual({ WishedOn: "Must be a working day" });
  expect(await faults({ MainNumber: "ring me" })).toEqual({
    MainNumber: "Must be a telephone number with its area code",
  });
  expect(await faults({ AccountNumber: " " })).toEqual({ AccountNumber: "Account number is required" });
  expect(await faults({ Numbers: ["07700 900123"] })).toEqual({
    Numbers: "Line 1: Mobile numbers move by a code that their user asks for",
  });
  expect(await faults({ SiteId: crypto.randomUUID() })).toEqual({ SiteId: "Choose a site of this service" });
  expect((await ask(boss, site, ["0191 4980001"], { Hash: "0".repeat(64) })).Error).toBe("portTermsChanged");
  expect(await portsOf(boss, site.instance)).toEqual([]);
});
