/** The operator's queue of work that people do, as the manual fulfiller needs it. */
import type { FulfilTask } from "./fulfiller.ts";

/** What the queue knows of the work for a task. `attempt` grows each time failed work is opened again. */
export type WorkItem = {
  attempt: number;
  message: string;
  /** The number the work is known by; the lines are known by it from then on. */
  reference: string;
  /** An ISO date. */
  estimatedCompletion?: string;
} & ({ state: "queued" | "working" | "done" } | { state: "failed"; reason: string });

export type WorkQueue = {
  /** By the task's key. */
  findWork(key: string): Promise<WorkItem | undefined>;
  /** Opens work for the task, or opens its failed work again; the same key never makes a second item. */
  openWork(task: FulfilTask): Promise<WorkItem>;
};
