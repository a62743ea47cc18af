import { createHash } from "node:crypto";
import type { HelpEntry, HelpSource } from "@tradewind/vendors/help-source.ts";
import { storable } from "@tradewind/domain/values/storable.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { realNow } from "../../platform/clock.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import { redrawPicture } from "../../platform/picture.ts";
import type { Platform } from "../../platform/platform.ts";
import { harmless } from "./harmless.ts";
import { helpPictureAddress } from "./help-picture-files.ts";
import { isReadingDue, keepArticle, keepList, keepPicture, knownArticles, markReading } from "./read-help.store.ts";

const worker = { role: "app_worker" } as const;
const minute = 60_000;
/** Pixels of a side of a picture, and the square into which it is drawn. */
const pictureBox = { least: 1, most: 6_000, square: 1_200 };
const longest = { header: 500, path: 300 };
const mostViews = 2_147_483_647;

/**
 * Reads the articles where they are written. Each text is kept as soon as it is read, so that a site which answers only so many
 * calls is read to its end in the end; what is gone there goes when all is read. Until then, what we have is shown.
 */
export const readHelp = job({
  queue: "help.read",
  payload: z.object({}),

  async run({ platform }: { platform: Platform }) {
    const { help, database } = platform;
    if (!help) return;
    const mark = (state: { read_at?: Date; trouble: string | null }) =>
      database.write(worker, (tx) => markReading(tx, { ...state, tried_at: new Date(realNow()) }));
    try {
      const [categories, listed] = await Promise.all([help.categories(), help.entries()]);
      const entries = listed
        .map((entry) => ({ ...entry, header: storable(entry.header), views: Math.min(entry.views, mostViews) }))
        .filter(
          ({ header, path }) =>
            header !== "" && header.length <= longest.header && path !== "" && path.length <= longest.path,
        );
      const known = await database.read(worker, knownArticles);
      for (const entry of entries) if (known.get(entry.id) !== entry.changedAt) await readText(platform, help, entry);
      await database.write(worker, (tx) => keepList(tx, categories, entries));
      await mark({ read_at: new Date(realNow()), trouble: null });
    } catch (error) {
      await mark({ trouble: error instanceof Error ? error.message : String(error) });
      if (error instanceof VendorUnavailable)
        throw new TryLater(Math.max(error.retryAfterMs ?? 0, minute), error.message);
      throw error;
    }
  },
});

async function readText({ database, config, log }: Platform, help: HelpSource, entry: HelpEntry): Promise<void> {
  const text = await help.text(entry.id);
  // Deleted between the list and now.
  if (text === undefined) return;
  const written = storable(text);
  const pictures = new Map<string, { name: string; bytes: Buffer }>();
  for (const address of new Set(harmless(written).pictures)) {
    const sent = await help.picture(address);
    const drawn = sent && (await redrawPicture("help", sent, pictureBox));
    if (drawn && "bytes" in drawn) {
      const name = `${createHash("sha256").update(drawn.bytes).digest("hex")}.webp`;
      pictures.set(address, { name, bytes: drawn.bytes });
    } else log.info({ article: entry.id, picture: address.slice(0, 200) }, "A picture of an article is left out");
  }
  const { html, words } = harmless(written, (address) => {
    const kept = pictures.get(address);
    return kept && helpPictureAddress(kept.name);
  });
  await database.write(worker, async (tx) => {
    for (const picture of pictures.values()) await keepPicture(tx, picture);
    await keepArticle(tx, {
      id: entry.id,
      header: entry.header,
      path: entry.path,
      url: addressOf(entry.path, config.KNOWLEDGE_BASE_URL),
      content: html,
      words,
      views: entry.views,
      changed_at: entry.changedAt,
    });
  });
}

/** The address of an article at the help site; what leads elsewhere leads to its first page. */
function addressOf(path: string, site: string): string {
  const address = URL.parse(path, site);
  return address?.origin === new URL(site).origin ? address.href : site;
}

/** Has the articles read if it is time. */
export async function fileHelpReads({ help, config, database, jobs }: Platform): Promise<void> {
  if (!help) return;
  const before = new Date(realNow() - config.HELPJUICE_MINUTES * minute);
  await database.write(worker, async (tx) => {
    if (await isReadingDue(tx, before)) await jobs.file(tx, "help.read", {});
  });
}
