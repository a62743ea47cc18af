/** Helpers for the fulfillers' tests. Reaches simulators by URL only. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type FulfilCustomer,
  type Fulfiller,
  type FulfilLine,
  type FulfilTask,
  type Memo,
  type Outcome,
  type Refusal,
  VendorUnavailable,
  type TermEnd,
  type VendorNames,
} from "./vendor.ts";

/** Calls a simulator's control plane; each test knows the type of answer to expect. */
export async function control<T = unknown>(url: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/__sim/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as T;
}

export const clearFaults = (url: string) => fetch(`${url}/__sim/faults`, { method: "DELETE" });

export function makeCustomer(changes: Partial<FulfilCustomer> = {}): FulfilCustomer {
  const id = randomUUID();
  return {
    id,
    name: `Acme ${id.slice(0, 8)}`,
    country: "GB",
    domain: `acme-${id.slice(0, 8)}.example`,
    address: { line1: "1 High Street", line2: null, city: "Leeds", region: null, postcode: "LS1 1AA" },
    contact: { firstName: "Ada", lastName: "Moss", email: "ada@acme.example", phone: null },
    tenantRef: null,
    ...changes,
  };
}

/** For tests that ask nothing of a directory. */
export const noDirectory = (): never => {
  throw new Error("This test has no directory.");
};

/** The names at a vendor that customers hold, for tests without a database. */
export function makeNames(): VendorNames {
  const holders = new Map<string, string>();
  return {
    async take({ customer }, name) {
      if (!holders.has(name)) holders.set(name, customer.id);
      return holders.get(name) === customer.id;
    },
    async free({ customer }, name) {
      if (holders.get(name) === customer.id) holders.delete(name);
    },
  };
}

export const agreed = {
  AgreementName: "Ada Moss",
  AgreementEmail: "ada@acme.example",
  AgreementDate: "2026-01-05",
};

type LineOf<K> = K extends "schedule" ? FulfilLine & { termEnd: TermEnd } : FulfilLine;
type TaskInput<K> = { customer: FulfilCustomer; lines: LineOf<K>[]; details?: Record<string, unknown>; today?: string };

export function makeTask<K extends FulfilTask["kind"]>(kind: K, input: TaskInput<K>) {
  const { details = agreed, today = "2026-01-15", ...rest } = input;
  return { key: randomUUID(), resellerId: randomUUID(), kind, details, today, ...rest } as unknown as FulfilTask;
}

export type DriveOptions = {
  /** Waits between rounds, as the worker does. */
  pause?: () => Promise<unknown>;
  /** Returns, after each round, whether the worker loses its memo. */
  loseMemo?: (round: number) => boolean;
  memo?: Memo;
  rounds?: number;
};

/** Calls the fulfiller as the worker does: again and again, passing on the memo, until the task has ended. */
export async function drive(fulfiller: Fulfiller, task: FulfilTask, options: DriveOptions = {}): Promise<Outcome> {
  const { pause = () => wait(5), loseMemo = () => false, rounds = 200 } = options;
  let memo = options.memo ?? {};
  for (let round = 0; round < rounds; round++) {
    const outcome = await fulfiller.fulfil(task, memo).catch(orUnavailable);
    if (outcome?.state === "ended") return outcome;
    memo = loseMemo(round) ? {} : (outcome?.memo ?? memo);
    await pause();
  }
  throw new Error("not ended after all rounds");
}

function orUnavailable(error: unknown): undefined {
  if (!(error instanceof VendorUnavailable)) throw error;
}

/** Returns the lines of a finished task with the provider's ids filled in. */
export function withRefs<L extends FulfilLine>(lines: L[], outcome: Outcome): L[] {
  return lines.map((line) => {
    const found = outcome.lines?.find((each) => each.key === line.key);
    if (found?.state !== "done") throw new Error(`expected done, got ${JSON.stringify(outcome)}`);
    return { ...line, vendorRef: found.vendorRef };
  });
}

/** Tells how a task ended: done in all its lines, or with these refusals. */
export function endOf(outcome: Outcome): "done" | Refusal[] {
  if (outcome.state !== "ended") throw new Error(`expected an end, got ${JSON.stringify(outcome)}`);
  const refused = outcome.lines.filter((line) => line.state === "refused");
  return refused.length === 0 ? "done" : refused;
}
