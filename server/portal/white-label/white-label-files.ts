import { accentProperties } from "@tradewind/domain/portal/accent.ts";
import { accentSheet, labelOf, marketplaceMark } from "@tradewind/domain/portal/white-label.ts";
import type { FastifyInstance } from "fastify";
import { realNow } from "../../platform/clock.ts";
import { sendLasting } from "../../platform/lasting-file.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PageLabel } from "../../platform/serve.ts";
import { findPicture, listHostLabels } from "./white-label.store.ts";

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3a53d0"/><path d="M7 13.5c4-3.6 8-3.6 12 0 2 1.8 4 2.2 6 1.2M7 20.5c4-3.6 8-3.6 12 0 2 1.8 4 2.2 6 1.2" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`;

/** Serves logos and accents publicly, because the sign-in page and mails show them too. */
export function serveLabelFiles(app: FastifyInstance, { database }: Platform): void {
  app.get(marketplaceMark, (_, reply) => sendLasting(reply, "image/svg+xml", mark));
  app.get<{ Params: { accent: string } }>("/white-label/accent/:accent.css", (request, reply) => {
    const { accent } = request.params;
    if (!/^[0-9a-f]{6}$/.test(accent)) return reply.callNotFound();
    const shades = Object.entries(accentProperties(`#${accent}`)).map(([name, value]) => `${name}:${value}`);
    return sendLasting(reply, "text/css; charset=utf-8", `:root{${shades.join(";")}}`);
  });
  app.get<{ Params: { labelId: string; name: string } }>(
    "/white-label/:labelId(^[0-9a-f-]{36}$)/:name",
    async (request, reply) => {
      const { labelId, name } = request.params;
      const isOurs = /^[0-9a-f]{64}\.png$/.test(name);
      const picture = isOurs && (await database.read({ role: "app_identity" }, (db) => findPicture(db, labelId, name)));
      return picture ? sendLasting(reply, "image/png", picture.bytes) : reply.callNotFound();
    },
  );
}

/** Milliseconds to trust the cached labels of hosts. */
const believed = 1_000;

/** Finds a host's look before sign-in; undefined means the marketplace's. */
export function labelsByHost({ database, log }: Platform): (host: string) => Promise<PageLabel | undefined> {
  let known: { until: number; labels: Promise<ReadonlyMap<string, PageLabel>> } | undefined;
  const read = () =>
    database.read({ role: "app_identity" }, async (db) => {
      const rows = await listHostLabels(db);
      return new Map(
        rows.map((row) => {
          const { theme, accent, logo } = labelOf(row.reseller_id, row);
          return [row.host, { name: row.name, theme, accent, sheet: accentSheet(accent), logo }];
        }),
      );
    });
  return async (host) => {
    if (!known || known.until <= realNow()) known = { until: realNow() + believed, labels: read() };
    try {
      return (await known.labels).get(host);
    } catch (error) {
      known = undefined;
      // A page without its colours is better than no page.
      log.warn({ err: error }, "The labels of hosts could not be read");
      return undefined;
    }
  };
}
