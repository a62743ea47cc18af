export type KeptMail = {
  id: string;
  /** Real time, ISO 8601. */
  at: string;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Served at `/mails/<id>/attachments/<place in this list>`; none on mails that were kept before there were any. */
  attachments?: { name: string; type: string }[];
};

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign]!);

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1a1f36; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: 0.5rem; border-bottom: 1px solid #d8dce6; }
a { color: #2c46c8; } iframe { width: 100%; height: 32rem; border: 1px solid #d8dce6; border-radius: 0.5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style></head><body><main>${body}</main></body></html>`;

export const inboxPage = (mails: readonly KeptMail[]): string =>
  page(
    "Mails",
    `<h1>Mails</h1>${
      mails.length === 0
        ? "<p>No mail has arrived yet.</p>"
        : `<table><thead><tr><th>When</th><th>To</th><th>Subject</th></tr></thead><tbody>${mails
            .map(
              ({ id, at, to, subject }) =>
                `<tr><td>${escaped(at.slice(0, 19).replace("T", " "))}</td><td>${escaped(to.join(", "))}</td><td><a href="/mails/${escaped(id)}">${escaped(subject)}</a></td></tr>`,
            )
            .join("")}</tbody></table>`
    }`,
  );

/** Shows the mail in a frame that runs no scripts and opens links in new tabs. */
export const mailPage = (mail: KeptMail): string =>
  page(
    mail.subject,
    `<p><a href="/">All mails</a></p><h1>${escaped(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>To</dt><dd>${escaped(mail.to.join(", "))}</dd><dt>When</dt><dd>${escaped(mail.at)}</dd>${attached(mail)}</dl>
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(`<base target="_blank">${mail.html}`)}"></iframe>
<h2>As text</h2><pre>${escaped(mail.text)}</pre>`,
  );

const attached = ({ id, attachments = [] }: KeptMail): string =>
  attachments
    .map(
      ({ name }, number) =>
        `<dt>Attached</dt><dd><a href="/mails/${escaped(id)}/attachments/${number}">${escaped(name)}</a></dd>`,
    )
    .join("");
