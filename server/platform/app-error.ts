import { errors, type ErrorCode } from "@tradewind/contract/errors.ts";

/** A refusal from the catalogue. `fields` holds messages by wire name, `details` data a screen can show. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | null;
  readonly details: Record<string, unknown> | null;
  constructor(
    code: ErrorCode,
    options: {
      fields?: Record<string, string>;
      details?: Record<string, unknown>;
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errors[code][1], { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields ?? null;
    this.details = options.details ?? null;
  }
  get status(): number {
    return errors[this.code][0];
  }
}

/** Refuses for the given seconds, which are also sent as `Retry-After`. */
export const tooMany = (seconds: number, message: string = errors.tooManyRequests[1]) =>
  new AppError("tooManyRequests", { message, details: { RetryAfterSeconds: seconds } });

/** Returns the row or throws notFound: missing and foreign rows look the same. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError("notFound");
  return row;
}
