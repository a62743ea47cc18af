import { t } from "./translate.ts";

/** A refused or failed call, with a message for people. `status` 0 means that no response came. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Message per field, by wire name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly messages: readonly string[];
  /** The reference number that support asks for. */
  readonly reference: string | undefined;
  /** Data returned with the message, such as the difference to a changed price. */
  readonly resources: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    const messages = body.Messages?.filter((message) => message !== "") ?? [];
    super(messages.join(" ") || statusMessage(status));
    this.name = "ApiError";
    this.code = body.Error ?? "unexpected";
    this.status = status;
    this.fields = body.Errors ?? {};
    this.messages = messages;
    this.reference = body.Labels?.Reference;
    this.resources = body.Resources ?? {};
  }
}

type ErrorBody = {
  Error: string | null;
  Errors: Record<string, string> | null;
  Messages: string[];
  Labels: Record<string, string> | null;
  Resources: Record<string, unknown> | null;
};

/** Returns a readable sentence for a status that came without a message. */
export function statusMessage(status: number): string {
  if (status === 0) return t("onLine" in navigator && !navigator.onLine ? "ERROR.OFFLINE" : "ERROR.NO_ANSWER");
  const key = `ERROR.${status}`;
  switch (key) {
    case "ERROR.400":
    case "ERROR.401":
    case "ERROR.403":
    case "ERROR.404":
    case "ERROR.409":
    case "ERROR.413":
    case "ERROR.422":
    case "ERROR.429":
      return t(key);
    default:
      return t(status >= 500 ? "ERROR.500" : "ERROR.400");
  }
}

export const asApiError = (error: unknown): ApiError => (error instanceof ApiError ? error : new ApiError(0));
