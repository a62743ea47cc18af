import { createTransport } from "nodemailer";
import { MailRefused, type Mailer } from "./mail.ts";

/** Milliseconds for each step of a delivery. */
const patience = 15_000;

/** Exactly one mailbox: a list, a group or a line break would send the mail to others as well. */
const oneMailbox = /^[^\s,;:<>()[\]"@\\]+@[^\s,;:<>()[\]"@\\]+$/;

/**
 * Creates a mailer for SMTP. `url` is `smtp://` or `smtps://`, with user name and password if the server needs them.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
    { from },
  );
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, attachments = [], ...mail }) {
      if (!oneMailbox.test(mail.to)) throw new MailRefused("The recipient is not a single address", undefined);
      await transport
        .sendMail({ ...mail, attachments: [...attachments], messageId: `<${id}@${host}>` })
        .catch((error: unknown) => {
          const code = (error as { responseCode?: number }).responseCode ?? 0;
          if (code >= 500) throw new MailRefused(`The mail server answered ${code}`, error);
          throw code > 0 ? error : new Error(`MAIL_URL: ${(error as Error).message}`, { cause: error });
        });
    },
  };
}
