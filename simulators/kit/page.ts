/** A small page of a simulated site, which says who is signed in. */
import type { SimReply } from "./vendor.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escaped = (text: unknown): string =>
  (typeof text === "string" ? text : "").replace(/[&<>"']/g, (sign) => escapes[sign]!);

const look = `body{font:16px/1.6 system-ui,sans-serif;margin:0;color:#1a1f36;background:#f7f8fa}
header{display:flex;gap:16px;align-items:center;justify-content:space-between;flex-wrap:wrap;padding:14px max(16px,calc(50vw - 380px));background:#fff;border-bottom:1px solid #d8dce6}
header a{color:inherit;font-weight:700;text-decoration:none}main{max-width:760px;margin:0 auto;padding:24px 16px}
a{color:#2c4a8f}img{max-width:100%}input,textarea,select{font:inherit;width:100%;box-sizing:border-box;padding:8px 10px;border:1px solid #76808f;border-radius:6px;margin:4px 0 12px}
button{font:inherit;font-weight:600;padding:8px 16px;border:0;border-radius:6px;background:#17324d;color:#fff;cursor:pointer}
article{background:#fff;border:1px solid #d8dce6;border-radius:8px;padding:14px 18px;margin:0 0 12px}small{color:#575f6c}form.inline{display:inline}`;

type Page = {
  title: string;
  body: string;
  who?: string;
  status?: number;
  site?: string;
  headers?: Record<string, string>;
};

/** `body` is HTML; `who` is the visitor's name, if the site knows it. */
export const pageOf = ({ title, body, who, status = 200, site = "Knowledge base", headers = {} }: Page): SimReply => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self' http:",
    ...headers,
  },
  body: `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${look}</style></head>
<body><header><a href="/">${escaped(site)}</a><span>${who === undefined ? "Not signed in" : `Signed in as <strong>${escaped(who)}</strong>`}</span></header><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
});
