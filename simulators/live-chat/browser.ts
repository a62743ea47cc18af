/** What a browser loads of the chat: the script, and the page in its frame. */
import { escaped } from "../kit/page.ts";

/** Reads `window.__lc` as LiveChat's script does, and opens the window in a frame of its own. */
export const script = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const { license, visitor = {} } = window.__lc ?? {};
  const frame = document.createElement("iframe");
  frame.title = "Chat window";
  frame.src = origin + "/window?" + new URLSearchParams({ license: String(license ?? ""), ...visitor });
  Object.assign(frame.style, { border: "0", width: "100%", height: "100%", display: "block" });
  document.body.append(frame);
})();
`;

const look = `<style>body{font:15px/1.5 system-ui,sans-serif;margin:0;color:#17202c;background:#fff;display:flex;flex-direction:column;min-height:100vh}
p{margin:0 0 8px}header{padding:12px 16px;background:#17324d;color:#fff}ol{flex:1;list-style:none;margin:0;padding:16px;display:grid;gap:8px;align-content:end}
li{padding:8px 12px;border-radius:10px;background:#eff1f5;max-width:85%;width:fit-content;overflow-wrap:anywhere}li.visitor{background:#e1e5f8;margin-left:auto}
form{display:grid;gap:8px;padding:12px 16px;border-top:1px solid #d8dce6}textarea{font:inherit;padding:8px;border:1px solid #76808f;border-radius:6px;resize:vertical}button{font:inherit;font-weight:600;padding:8px 16px;border:0;border-radius:6px;background:#17324d;color:#fff}small{color:#c9d3df}</style>`;

type Window = {
  name: string;
  email: string;
  said: readonly { by: string; text: string }[];
  /** Hidden inputs that say again whose window it is. */
  fields: string;
  isOffline: boolean;
};

export const windowOf = ({ name, email, said, fields, isOffline }: Window): string => `${look}
<header><strong>${isOffline ? "Leave a message" : "Chat with us"}</strong><br><small>${escaped(name)} · ${escaped(email)}</small></header>
<ol>${said.map(({ by, text }) => `<li class="${by}">${escaped(text)}</li>`).join("")}${
  isOffline ? `<li>Nobody is here right now. Leave a message and we answer to ${escaped(email)}.</li>` : ""
}</ol>
<form method="post" action="/window">${fields}<label>${isOffline ? "Your message" : "Write a message"}<textarea name="text" rows="2" required maxlength="2000" style="width:100%;box-sizing:border-box"></textarea></label><button>Send</button></form>`;
