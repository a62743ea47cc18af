import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

/** JSON lines on standard output unless told otherwise, without what must never be written down. */
export const openLog = (level: string, name: string, to?: DestinationStream): Logger => {
  const settings: LoggerOptions = {
    level,
    base: { name },
    redact: {
      paths: [
        "password",
        "*.password",
        "access_token",
        "*.access_token",
        "refresh_token",
        "*.refresh_token",
        "mfaKey",
        "*.mfaKey",
        "mfaToken",
        "*.mfaToken",
        "recoveryCode",
        "*.recoveryCode",
        "authorization",
        "*.authorization",
        "cookie",
        "*.cookie",
        "*.headers",
      ],
      censor: "[removed]",
    },
    serializers: {
      err: (error: Error & { code?: string; constraint?: string }) => ({
        name: error.name,
        message: error.message,
        code: error.code,
        constraint: error.constraint,
        stack: error.stack,
      }),
    },
  };
  return to ? pino(settings, to) : pino(settings);
};
