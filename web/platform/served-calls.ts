import type { Method } from "@tradewind/contract/endpoint.ts";
import { isApiPath } from "@tradewind/domain/catalogue/forms.ts";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";
import { callWithMessages } from "./api.ts";

type Sent = { body?: unknown; idempotencyKey?: string; signal?: AbortSignal };

/**
 * Calls an address that the server itself named, with the token of whoever is signed in. So it must be one of its own:
 * a path below `/api/`, never another site. An answer of another shape is a failure too.
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
