/**
 * Thirteen months, in a short run two, of five resellers in both currencies who pay in every way, and of what goes wrong with
 * that. On the first of each month, when its invoices are issued, all books agree to the penny.
 */
import { dunning } from "@tradewind/contract/billing/dunning.ts";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { addMonths, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { expect, inject, test } from "vitest";
import { closeBooks } from "./billing-close.ts";
import { billingPeople, type Payer } from "./billing-people.ts";
import { billingWorld } from "./billing-world.ts";
import { mailsTo } from "./mails.ts";

const world = await billingWorld();
const people = billingPeople(world);
const { app, operator, bank, moveTo, today } = world;
const long = inject("long");
/** Of the thirteen months of the story: without what begins in May, of which its own areas' tests tell. */
const months = long ? 13 : 2;

test(`through ${months} months of failures, disputes, refunds, credits and reminders all books agree at each month's end, to the penny`, async () => {
  const year = Number(today().slice(0, 4));
  const [harbour, quay, shannon, pier, liffey] = [
    await people.addPayer("GBP"),
    await people.addPayer("GBP"),
    await people.addPayer("EUR"),
    await people.addPayer("GBP"),
    await people.addPayer("EUR"),
  ] as const;
  const payers = [harbour, quay, shannon, pier, liffey];
  const yearly = { term: "P1Y", billing: "monthly" };
  const oldest = async (payer: Payer) => (await people.toPay(payer))[0]!;
  const payAllByCard = async (payer: Payer) => {
    for (const { id, minor } of await people.toPay(payer)) await people.payByCard(payer, id, minor);
  };
  /** Transfers what is open of the oldest invoice, and so much more or less. */
  const transfer = async (payer: Payer, more = 0) => {
    const { id, number, minor } = await oldest(payer);
    const { person, currency } = payer;
    const ofInvoice = { person, invoiceId: id, minor: Math.min(minor, minor + more) };
    const rest = more > 0 ? [{ person, invoiceId: null, minor: more }] : [];
    return bank.receive(currency, minor + more, number, [ofInvoice, ...rest]);
  };
  const standing = async ({ person }: Payer) => (await app.call(person, dunning.standing)).Result!;
  const ends = async (payer: Payer) => (await people.documentsOf(payer)).map(({ Kind, Status }) => `${Kind} ${Status}`);
  const servicesOf = ({ person, held }: Payer) =>
    Promise.all(
      held.map(async ({ InstanceId }) => (await world.story.status(person, InstanceId)).Service.Status as string),
    );
  const balanceOf = async (payer: Payer, number: string) =>
    Number((await people.documentsOf(payer)).find((each) => each.Number === number)!.Balance!.Minor);
  /** The newest debit that counts and was taken by a day. */
  const debitUntil = async ({ person }: Payer, day: CalendarDate) => {
    const [found] = await app.sql<{ ref: string; number: string; minor: string }>(
      `select p.gateway_ref as ref, i.number, p.amount_minor::text as minor from payments p join invoices i on i.reseller_id = p.reseller_id and i.id = p.invoice_id
       where p.reseller_id = $1 and p.kind = 'directDebit' and p.state = 'confirmed' and p.charge_on <= $2 order by p.charge_on desc limit 1`,
      [person.resellerId, day],
    );
    const minor = Number(found!.minor);
    return { ref: found!.ref, number: found!.number, minor, amount: format({ minor: BigInt(minor), currency: "GBP" }) };
  };
  /** What a payer was told of the payments of an invoice. */
  const toldOf = async ({ person }: Payer, number: string) =>
    (
      await app.sql<{ content: string }>(
        "select content from notifications where reseller_id = $1 and content like 'A payment of %' and content like $2 order by id",
        [person.resellerId, `%Invoice ${number}.%`],
      )
    ).map(({ content }) => content);
  let claim: Awaited<ReturnType<typeof debitUntil>>;
  const cards: Record<string, string> = {};
  let reached = 0;

  const story: [day: string, happens: () => Promise<unknown>][] = [
    [
      "01-04",
      async () => {
        for (const each of payers)
          await app.call(operator, flags.changeForReseller, {
            params: { featureName: "BillingPauseOrdering", resellerId: each.person.resellerId },
            body: { Enabled: true },
          });
        await people.buy(harbour, 12);
        await people.buy(harbour, 5, { term: "P1Y", billing: "annual" });
        await people.buy(quay, 20);
        await people.buy(shannon, 8, yearly);
        await people.buy(pier, 7);
        await people.buy(liffey, 10, yearly);
      },
    ],
    [
      "01-10",
      async () => {
        cards["good"] = await people.storeCard(harbour, "4111111111111111");
        await people.payAutomatically(harbour, { id: cards["good"], kind: "card" });
        const debit = await people.authorise(quay);
        await people.payAutomatically(quay, { id: debit, kind: "directDebit" });
      },
    ],
    ["01-20", () => people.resize(harbour, harbour.held[0]!, 15)],
    [
      "02-03",
      async () => {
        await payAllByCard(shannon);
        await transfer(liffey, 5_000);
        expect(await people.creditOf(liffey)).toBe(5_000);
        await transfer(pier);
        expect(await ends(pier)).toEqual(["invoice paid"]);
      },
    ],
    ["02-16", async () => people.atStripe("dispute", (await people.refsOf(shannon, "stripe"))[0]!)],
    ["02-20", async () => people.atStripe("winDispute", (await people.refsOf(shannon, "stripe", "chargedBack"))[0]!)],
    [
      "03-04",
      async () => {
        expect(await ends(harbour)).toEqual(["invoice open", "invoice paid"]);
      },
    ],
    ["03-10", async () => people.atGoCardless("payment_late_failure", (await people.refsOf(quay, "gocardless"))[0]!)],
    [
      "03-15",
      async () => {
        // What a bank took back is not taken again: it is left to people.
        expect(await ends(quay)).toEqual(["invoice open", "invoice overdue"]);
        await transfer(quay);
        await payAllByCard(shannon);
      },
    ],
    ["03-20", async () => void (cards["zuora"] = (await people.refsOf(harbour, "zuora"))[0]!)],
    ["03-21", () => people.atZuora(cards["zuora"]!, 7.5)],
    [
      "04-24",
      async () => {
        expect(await standing(pier)).toMatchObject({ Step: "orderingPaused", OrderingPaused: true });
        const { placed } = await people.buy(pier, 3);
        expect(placed.Error).toBe("orderingPaused");
        expect(await servicesOf(pier)).toEqual(["Active"]);
        await transfer(pier);
        expect(await standing(pier)).toMatchObject({ OrderingPaused: false });
        expect((await people.buy(pier, 3)).placed.Succeed).toBe(true);
      },
    ],
    [
      "05-05",
      async () => {
        cards["bad"] = await people.storeCard(harbour, "4000000000000341");
        await people.payAutomatically(harbour, { id: cards["bad"], kind: "card" });
        await people.giveCode(shannon, 2_000);
        await people.spend(shannon, (await oldest(shannon)).id);
        await payAllByCard(shannon);
      },
    ],
    [
      "05-20",
      async () => {
        expect((await standing(harbour)).Step).not.toBe(null);
        await people.payAutomatically(harbour, { id: cards["good"]!, kind: "card" });
        for (const { id, minor } of await people.toPay(harbour))
          await people.payByStored(harbour, cards["good"]!, id, minor);
        expect(await ends(harbour)).not.toContain("invoice overdue");
      },
    ],
    [
      "06-10",
      async () => {
        await people.addCredit(shannon, 10_000);
        await people.spend(shannon, (await oldest(shannon)).id);
        // The bank of the card takes back what was added, and spent meanwhile.
        cards["credit"] = (await people.refsOf(shannon, "stripe")).at(-1)!;
        await people.atStripe("dispute", cards["credit"]);
      },
    ],
    ["07-05", () => payAllByCard(shannon)],
    [
      "07-10",
      async () => {
        const line = await transfer(pier, 3_000);
        await bank.undo(line);
        expect(await people.creditOf(pier)).toBe(0);
        await bank.allocate(await bank.find(line.Id), [
          { person: pier.person, invoiceId: null, minor: Number(line.Amount.Minor) },
        ]);
      },
    ],
    ["07-28", () => people.buy(harbour, 40, { term: "P1Y", billing: "annual" })],
    ["08-02", () => people.cancel(harbour, harbour.held.at(-1)!)],
    [
      "08-12",
      async () => {
        claim = await debitUntil(quay, `${year}-05-12`);
        expect(await balanceOf(quay, claim.number)).toBe(0);
        await people.atGoCardless("payment_charged_back", claim.ref);
        await world.worker.until(async () => (await toldOf(quay, claim.number)).length > 0, "the claim to be told");
        expect(await toldOf(quay, claim.number)).toEqual([
          `A payment of ${claim.amount} was taken back by the bank. It was for: Invoice ${claim.number}. The bank was told that this payment was not authorised, and gave it back. Please talk to us before you pay this invoice another way. It is not tried again by itself. The invoice is open until it is paid.`,
        ]);
        expect(await balanceOf(quay, claim.number)).toBe(claim.minor);
      },
    ],
    [
      "08-20",
      async () => {
        // What was due in spring was passed on at once; nothing was stopped, and nothing was told again.
        expect(await standing(quay)).toMatchObject({ Step: "escalated", OrderingPaused: true });
        expect(await servicesOf(quay)).toEqual(["Active"]);
        expect(await toldOf(quay, claim.number)).toHaveLength(1);
        const staff = (await mailsTo(app, operator.email)).filter(({ data }) => data.subject?.endsWith(claim.number));
        expect(staff).toHaveLength(1);
        await transfer(quay);
        expect(await standing(quay)).toMatchObject({ Step: null, OrderingPaused: false });
        expect(await servicesOf(quay)).toEqual(["Active"]);
      },
    ],
    [
      "09-09",
      async () => {
        await payAllByCard(shannon);
        await transfer(liffey, -50);
        await people.atStripe("refund", (await people.refsOf(shannon, "stripe")).at(-1)!, 1_234);
      },
    ],
    ["10-08", () => transfer(liffey)],
    [
      "11-10",
      async () => {
        const debit = await people.authorise(liffey);
        await people.payAutomatically(liffey, { id: debit, kind: "directDebit" });
        await payAllByCard(shannon);
        await transfer(pier);
      },
    ],
    ["12-15", () => people.resize(quay, quay.held[0]!, 14)],
  ];
  for (let month = 2; month <= months + 1; month++) {
    const day = addMonths(`${year}-01-01`, month - 1);
    for (const [on, happens] of story.slice(reached)) {
      const at: CalendarDate = `${year}-${on}`;
      if (at >= day) break;
      await moveTo(at);
      await happens();
      reached++;
    }
    await moveTo(day);
    expect(await closeBooks(world, people, payers)).toEqual([]);
  }
  if (!long) return;
  expect(reached).toBe(story.length);
  expect((await ends(harbour)).filter((each) => each.startsWith("creditMemo"))).toHaveLength(1);
});
