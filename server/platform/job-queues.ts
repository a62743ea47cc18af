/**
 * Every queue of later work. A job waits at most its delay times two to the tries so far, never above a minute;
 * a worker that dies is noticed by its missing heartbeat.
 */
const usual = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  notify: true,
};

export const queues = {
  /** Moves an order's work at its provider on by one round. */
  "orders.fulfil": usual,
  /** Does the due work of business days up to today: renewals, charges, invoices. */
  "clock.work": usual,
  /** Sends what the outbox of mails holds. */
  "mail.send": usual,
  /** Reads a kept webhook of a vendor. */
  "webhooks.read": usual,
} as const;

export type QueueName = keyof typeof queues;
