import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

const secrets = [
  "password",
  "oldPassword",
  "newPassword",
  "access_token",
  "refresh_token",
  "id_token",
  "adtoken",
  "cmtoken",
  "mfaKey",
  "mfaToken",
  "recoveryCode",
  "altcha",
  "authorization",
  "cookie",
];

/** Logs JSON lines to standard output by default, with all secrets redacted. */
export const openLog = (level: string, name: string, to?: DestinationStream): Logger => {
  const settings: LoggerOptions = {
    level,
    base: { name },
    redact: {
      paths: [...secrets.flatMap((secret) => [secret, `*.${secret}`]), "*.headers"],
      censor: "[removed]",
    },
    serializers: {
      err: (error: Error & { code?: string; constraint?: string }) => ({
        name: error.name,
        message: error.message,
        code: error.code,
        constraint: error.constraint,
        cause: causeOf(error),
        stack: error.stack,
      }),
    },
  };
  return to ? pino(settings, to) : pino(settings);
};

/** Names the cause behind an error; undefined if there is none. */
const causeOf = ({ cause }: Error) =>
  cause instanceof Error ? String(cause) : cause === undefined ? undefined : JSON.stringify(cause);
