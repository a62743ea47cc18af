/**
 * Messages for values that do not fit their schema, the same on both sides (FORM-01 to FORM-08). Importing this module
 * sets them for every schema; a schema's own message takes precedence.
 */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { config } from "zod/mini";

const coded = /^form:(\w+)(?:\|(.*))?$/;
const kinds: Record<string, string> = {
  string: "Must be text",
  number: "Must be a number",
  int: "Must be a whole number",
  boolean: "Must be yes or no",
  array: "Must be a list",
  object: "Must be an object",
  record: "Must be an object",
};

/**
 * Turns a message of the configuration below into the wording of the specification; any other message is returned as it
 * is.
 */
export function fieldMessage(message: string, label: string): string {
  const [, name, count = ""] = coded.exec(message) ?? [];
  switch (name) {
    case "required":
      return messages.required(label);
    case "maximumLength":
    case "minimumLength":
    case "minimum":
    case "maximum":
      return messages[name](Number(count));
    case "email":
    case "pattern":
      return messages[name];
    default:
      return message;
  }
}

// Not `z.config`: the build of the pages drops calls of `z` whose result nothing uses.
config({
  customError: (issue) => {
    const missing = issue.input === undefined || issue.input === null || issue.input === "";
    switch (issue.code) {
      case "too_small":
        return missing || issue.origin === "array"
          ? "form:required"
          : `${issue.origin === "string" ? "form:minimumLength" : "form:minimum"}|${issue.minimum}`;
      case "too_big":
        return `${issue.origin === "string" ? "form:maximumLength" : "form:maximum"}|${issue.maximum}`;
      case "invalid_format":
        return missing ? "form:required" : issue.format === "email" ? "form:email" : "form:pattern";
      case "invalid_type":
        return missing ? "form:required" : (kinds[issue.expected] ?? "form:pattern");
      case "invalid_value":
        return missing ? "form:required" : messages.notOffered;
      default:
        return "form:pattern";
    }
  },
});
