import { marketplaceBrand, type MailBrand } from "../white-label/brands.reads.ts";
import type { MailWords } from "./mail-templates.ts";

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign]!);
const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");

/** Renders a mail as plain text and as HTML in which people's input is always escaped. */
export function renderMail(
  words: MailWords,
  brand: MailBrand = marketplaceBrand,
): { subject: string; text: string; html: string } {
  const { greeting, lines, action, closing = [] } = words;
  const subject = oneLine(words.subject);
  const { logo } = brand;
  const head =
    logo &&
    `<p style="margin:0 0 24px"><img src="${escaped(logo.url)}" alt="${escaped(brand.name)}" width="${logo.width}" height="${logo.height}" style="border:0"></p>`;
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escaped(line)}</p>`;
  const button =
    action &&
    `<p style="margin:0 0 16px"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${brand.fill};color:${brand.on};text-decoration:none">${escaped(action.label)}</a></p>${paragraph(action.url)}`;
  return {
    subject,
    text: [
      `${greeting},`,
      ...lines,
      ...(action ? [`${action.label}: ${action.url}`] : []),
      ...closing,
      brand.name,
    ].join("\n\n"),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="margin:0;padding:32px 16px;background:#f4f5f8;font:16px/1.5 system-ui,sans-serif;color:#1a1f36"><div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">${head ?? ""}${paragraph(`${greeting},`)}${lines.map(paragraph).join("")}${button ?? ""}${closing.map(paragraph).join("")}<p style="margin:0;color:#5b6172">${escaped(brand.name)}</p></div></body></html>`,
  };
}
