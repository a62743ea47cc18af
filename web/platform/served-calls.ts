import type { Method } from "@tradewind/contract/endpoint.ts";
import { isApiPath } from "@tradewind/domain/catalogue/forms.ts";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";
import { callWithMessages } from "./api.ts";

type Sent = { body?: unknown; idempotencyKey?: string; signal?: AbortSignal };

/**
 * Calls an address that the server itself supplied, with the session's token. It must therefore be our own: a path
 * below `/api/`, never another site. A response of an unexpected shape counts as a failure.
 */
export async function callServed<Result extends z.ZodMiniType>(
  method: Method,
  path: string,
  result: Result,
  sent: Sent = {},
): Promise<{ result: z.output<Result>; messages: readonly string[] }> {
  if (!isApiPath(path)) throw new ApiError(400);
  const endpoint = { method, path: path as `/api/${string}`, summary: "", access: "signedIn", result } as const;
  const { Result, Messages } = await callWithMessages(endpoint, sent);
  const read = z.safeParse(result, Result);
  if (!read.success) throw new ApiError(500);
  return { result: read.data, messages: Messages };
}
