/** The interface between the portal and the service that delivers its mails. */

export type Mail = {
  /** The same for every attempt to send a mail, so that a mailbox can recognise repeats. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
};

export type MailAttachment = { filename: string; contentType: string; content: Buffer };

export type Mailer = {
  /** Hands over the mail. Throws MailRefused if a retry would not help, any other error if it might. */
  send(mail: Mail): Promise<void>;
};

/** The mail server rejected the mail as undeliverable. */
export class MailRefused extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "MailRefused";
  }
}
