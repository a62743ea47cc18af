/** The marketplace's bank, which knows what came and went on its accounts, and writes a statement of each day. */
import { bank } from "@tradewind/contract/billing/bank.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Person, TestApp } from "./test-app.ts";

type Line = { minor: number; payer: string; words: string };
type Share = { person: Person; invoiceId: string | null; minor: number };

export function ourBank(
  app: TestApp,
  operator: Person,
  { today, settled }: { today(): string; settled(): Promise<void> },
) {
  const balances: Record<Currency, number> = { GBP: 0, EUR: 0 };
  const statements: Record<Currency, number> = { GBP: 0, EUR: 0 };
  let numbers = 0;

  /** Writes a statement of today with these lines, as MT940, which follows the one before. */
  function statementOf(currency: Currency, lines: readonly Line[]): string {
    const date = today().slice(2).replaceAll("-", "");
    const at = (minor: number) => `${minor < 0 ? "D" : "C"}${date}${currency}${decimal(minor)}`;
    const opening = balances[currency];
    balances[currency] = lines.reduce((sum, { minor }) => sum + minor, opening);
    const text = lines.flatMap(({ minor, payer, words }) => [
      `:61:${date}${minor < 0 ? "D" : "C"}${decimal(minor)}NTRFNONREF//B${++numbers}`,
      `:86:?00X?20${words}?31GB00${numbers}?32${payer}`,
    ]);
    const head = [":20:A", ":25:GB33BUKB20201555555555", `:28C:${++statements[currency]}`, `:60F:${at(opening)}`];
    return [...head, ...text, `:62F:${at(balances[currency])}`, "-"].join("\n");
  }

  /** Has a statement imported, and returns its lines as the operator sees them. */
  async function book(currency: Currency, lines: readonly Line[]) {
    const before = new Set((await open()).map(({ Id }) => Id));
    const Text = statementOf(currency, lines);
    const { Succeed, ...refused } = await app.call(operator, bank.import, { body: { FileName: "day.sta", Text } });
    if (!Succeed) throw new Error(`A statement was refused: ${JSON.stringify(refused)}`);
    return (await open()).filter(({ Id }) => !before.has(Id));
  }
  const open = async () => (await app.call(operator, bank.lines, { query: { State: "open" } })).Result!.Items;

  /** Books what somebody transferred, and allocates it as the operator does. */
  async function receive(currency: Currency, minor: number, words: string, shares: readonly Share[] = []) {
    const [line] = await book(currency, [{ minor, payer: "A payer", words }]);
    if (shares.length > 0) await allocate(line!, shares);
    return line!;
  }
  async function allocate({ Id, Version }: { Id: string; Version: number }, shares: readonly Share[]) {
    const Shares = shares.map(({ person, invoiceId, minor }) => ({
      ResellerId: person.resellerId,
      InvoiceId: invoiceId,
      Minor: String(minor),
    }));
    const done = await app.call(operator, bank.allocate, { params: { bankLineId: Id }, body: { Version, Shares } });
    if (done.status >= 500) throw new Error(`allocate answered ${done.status}`);
    await settled();
    return done;
  }
  const undo = async ({ Id }: { Id: string }, Reason = "It is somebody else's") => {
    const found = await find(Id);
    const body = { Version: found.Version, Reason };
    const done = await app.call(operator, bank.reopen, { params: { bankLineId: Id }, body });
    await settled();
    return done;
  };
  const setAside = ({ Id, Version }: { Id: string; Version: number }, Reason: string) =>
    app.call(operator, bank.setAside, { params: { bankLineId: Id }, body: { Version, Reason } });
  const find = async (id: string) => {
    for (const State of ["allocated", "setAside", "open"] as const) {
      const { Items } = (await app.call(operator, bank.lines, { query: { State } })).Result!;
      const found = Items.find(({ Id }) => Id === id);
      if (found) return found;
    }
    throw new Error("no such line");
  };
  const allocated = async () => (await app.call(operator, bank.lines, { query: { State: "allocated" } })).Result!.Items;
  return { allocated, balances, book, receive, allocate, undo, setAside, find, open };
}

const decimal = (minor: number) =>
  `${Math.floor(Math.abs(minor) / 100)},${String(Math.abs(minor) % 100).padStart(2, "0")}`;
