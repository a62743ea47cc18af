const [second, hour] = [1_000, 3_600_000];

/**
 * Milliseconds until a vendor is asked again about an order that has not got further for `age` milliseconds: a quarter
 * of that, at least two seconds and at most six hours. An hour costs about thirty questions, and a further week thirty
 * to forty more.
 */
export const pauseAfter = (age: number): number => Math.min(Math.max(age / 4, 2 * second), 6 * hour);

/**
 * Milliseconds between a try of an order that its vendor refused and the next: none before the first, then ten seconds,
 * and each time twice as long up to an hour.
 */
export const pauseToRetry = (retries: number): number =>
  retries === 0 ? 0 : Math.min(10 * second * 2 ** (retries - 1), hour);

/** Milliseconds without an answer after which somebody is told. */
export const tellUnsureAfter = hour / 4;

/** Milliseconds until a vendor is asked again what others decided: seconds at first, an hour after a day. */
export const pauseOfRequest = (looks: number): number => Math.min(hour, 5 * second * 1.3 ** Math.min(looks, 40));
