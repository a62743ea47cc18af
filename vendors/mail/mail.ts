/** What the portal needs of whoever carries its mails. */

export type Mail = {
  /** The same for every try at one mail, so that a mailbox can tell a repeat. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

export type Mailer = {
  /** Hands the mail over. Throws MailRefused when no repeat would help, any other error when one may. */
  send(mail: Mail): Promise<void>;
};

/** The mail server took the mail for undeliverable. */
export class MailRefused extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "MailRefused";
  }
}
