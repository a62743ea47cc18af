import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import type { Person, TestApp } from "./test-app.ts";

/** What a call may send, including begin and commit, once the caller is known. Who needs more is named, with its reason. */
const usual = 20;
export const mayTakeMore: Record<string, { most: number; why: string }> = {
  "auth.token": { most: 30, why: "limits, password, factors, session and its record" },
  "passwords.change": { most: 30, why: "ends every session and tells the person" },
  "passwords.reset": { most: 40, why: "the same, by a key" },
  "passwords.update": { most: 32, why: "the same, with the old password" },
  "payments.charge": { most: 28, why: "what is owed, the card, the payment and its job" },
  "payments.debit": { most: 28, why: "the same with a mandate" },
  "personalData.own": { most: 40, why: "each kind of what is kept of a person" },
  "personalData.ofUser": { most: 52, why: "the same, of somebody" },
  "personalData.ofAnybody": { most: 52, why: "the same, of anybody" },
  "quoteLinks.accept": { most: 28, why: "places the order" },
  "quotes.document": { most: 24, why: "works the quote out and draws it" },
  "quotes.save": { most: 32, why: "works the quote out" },
  "quotes.send": { most: 44, why: "works it out, draws it, and mails it" },
  "transfers.take": { most: 24, why: "takes over customer, services and subscriptions" },
  "hardware.place": { most: 28, why: "goods, their stock and the order" },
  "voice.place": { most: 28, why: "sites, numbers and the order" },
};

export const mostStatements = (name: string): number => mayTakeMore[name]?.most ?? usual;

/** Counts what a call sends once its caller is known. The hub must have been stopped: it reads events by itself. */
export const countingStatements =
  ({ platform: { database, sessions } }: TestApp) =>
  async (person: Pick<Person, "sessionId"> | null, call: () => Promise<unknown>): Promise<number> => {
    const count = async (work: () => Promise<unknown>) => {
      sessions.forget("");
      const before = database.statementsSent();
      await work();
      return database.statementsSent() - before;
    };
    const toKnow = person ? await count(() => sessions.actorOf(person.sessionId)) : 0;
    return (await count(call)) - toKnow;
  };

/** Whether an endpoint says what entry it leaves in the activity log: every write and every file. */
export const isStated = (endpoint: Endpoint): boolean => !isRead(endpoint) || endpoint.file !== undefined;
