import { MailRefused, type MailAttachment, type Mailer } from "@tradewind/vendors/mail/mail.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { brandOfReader, brandOfSender } from "../white-label/brands.reads.ts";
import { placeOfMail, type FiledMail } from "./mail.actions.ts";
import { writeMail } from "./mail-text.ts";

export type MailServices = { platform: Platform; mailer: Mailer };

/** Sends one mail to the mail server. A permanent refusal is recorded and not retried. */
export const sendMail = job({
  queue: "mail.send",
  fetchers: 8,
  payload: z.object({ id: z.uuid(), sealed: z.string() }),
  async run(services: MailServices, { id, sealed }) {
    await deliver(services, id, JSON.parse(services.platform.secrets.open(sealed, placeOfMail(id))) as FiledMail);
  },
});

/** Delivers a mail now, from a job: under the same id however often it is tried. */
export async function deliver(
  { platform, mailer }: MailServices,
  id: string,
  mail: FiledMail,
  attachments: readonly MailAttachment[] = [],
): Promise<void> {
  const { to, template, from } = mail;
  if (to === null) return;
  const brand = await (from ? brandOfSender(platform, from) : brandOfReader(platform, to));
  await mailer.send({ id, to, ...writeMail(mail, brand), attachments }).catch((error: unknown) => {
    if (!(error instanceof MailRefused)) throw error;
    platform.log.warn({ err: error, mail: id, template }, "A mail was refused for good");
  });
}
