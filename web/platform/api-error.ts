import { t } from "./translate.ts";

/** A refusal or failure of a call, in the words a person reads. `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Message per field, by wire name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly messages: readonly string[];
  /** The number support asks for. */
  readonly reference: string | undefined;
  /** What the answer carries besides its words, such as the difference to a changed price. */
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

/** One readable sentence for a status without a text of its own. */
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
