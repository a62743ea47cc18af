import { withoutAddresses } from "@tradewind/domain/values/addresses.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import { marketplaceBrand, type MailBrand } from "../white-label/brands.reads.ts";
import type { FiledMail } from "./mail.actions.ts";
import { mailTemplates, type MailWords } from "./mail-templates.ts";

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign]!);
const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");

/** What people write for each other is shown this long at most. */
const longest = { name: 60, company: 60, invitedBy: 60, writer: 60, subject: 120 };

/**
 * Writes a mail. What people typed is without addresses, so that nobody has us send a link of theirs: only `url`, which
 * is ours, and the reader's own user name stay as they are.
 */
export function writeMail({ template, data }: FiledMail, brand?: MailBrand): ReturnType<typeof renderMail> {
  const plain = Object.fromEntries(
    Object.entries(data).map(([field, value]: [string, unknown]) => {
      if (typeof value !== "string" || field === "url") return [field, value];
      // Written as it must be typed, whatever signs an address may have.
      if (field === "userName" && patterns.email.test(value) && !/[\p{Cc}\p{Cf}]/u.test(value)) return [field, value];
      return [field, withoutAddresses(value).slice(0, longest[field as keyof typeof longest])];
    }),
  );
  return renderMail((mailTemplates[template] as (given: object) => MailWords)(plain), brand);
}

/** Renders a mail as plain text and as HTML in which people's input is always escaped. */
function renderMail(
  words: MailWords,
  brand: MailBrand = marketplaceBrand,
): { subject: string; text: string; html: string } {
  const { greeting, lines, action, closing = [] } = words;
  const subject = oneLine(words.subject);
  const { logo } = brand;
  const sender = withoutAddresses(brand.name);
  const head =
    logo &&
    `<p style="margin:0 0 24px"><img src="${escaped(logo.url)}" alt="${escaped(sender)}" width="${logo.width}" height="${logo.height}" style="border:0"></p>`;
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escaped(line)}</p>`;
  const button =
    action &&
    `<p style="margin:0 0 16px"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${brand.fill};color:${brand.on};text-decoration:none">${escaped(action.label)}</a></p>${paragraph(action.url)}`;
  return {
    subject,
    text: [`${greeting},`, ...lines, ...(action ? [`${action.label}: ${action.url}`] : []), ...closing, sender].join(
      "\n\n",
    ),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="margin:0;padding:32px 16px;background:#f4f5f8;font:16px/1.5 system-ui,sans-serif;color:#1a1f36"><div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">${head ?? ""}${paragraph(`${greeting},`)}${lines.map(paragraph).join("")}${button ?? ""}${closing.map(paragraph).join("")}<p style="margin:0;color:#5b6172">${escaped(sender)}</p></div></body></html>`,
  };
}
