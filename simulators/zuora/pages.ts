/** Hosted payment pages: what they sign, the form in their frame, and what they tell the page around it. */
import { generateKeyPairSync, privateEncrypt, publicDecrypt, constants, createPublicKey } from "node:crypto";
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";

export const pagePath = "/apps/PublicHostedPageLite.do";
export const tenantId = "12270";
const lifeMs = 30 * 60_000;

type Page = { privateKey: string; key: string };
export type PageToken = { token: string; pageId: string; accountId: string; at: number; used: boolean };

/** One pair for all of this process that have the page: making one takes longer than all else they do. */
const made = new Map<string, Page>();

function makePage(): Page {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    privateKey: pair.privateKey.export({ format: "pem", type: "pkcs8" }),
    key: pair.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
}

/** Keeps a pair of keys for each page, and the tokens with which each may be opened once. */
export function openPages(store: Store, clock: Clock) {
  const pages = store.collection<Page>("pages");
  const tokens = store.collection<PageToken>("pageTokens");

  function pageOf(pageId: string): Page {
    const kept = pages.get(pageId);
    if (kept) return kept;
    const page = made.get(pageId) ?? makePage();
    made.set(pageId, page);
    return pages.put(pageId, page);
  }
  function sign(pageId: string, token: string): string {
    const text = [pagePath.toLowerCase(), tenantId, token, clock.now(), pageId].join("#");
    return privateEncrypt(pageOf(pageId).privateKey, Buffer.from(text)).toString("base64");
  }
  return {
    authorise(pageId: string, accountId: string) {
      const token = store.newId().replaceAll("-", "").slice(0, 32);
      tokens.put(token, { token, pageId, accountId, at: clock.now(), used: false });
      return { signature: sign(pageId, token), token, tenantId, key: pageOf(pageId).key };
    },
    sign,
    /** Finds why a page is not shown, or not submitted; undefined if it is. */
    faultOf({ token, signature, id, tenantId: tenant }: Record<string, string | undefined>): string | undefined {
      const given = tokens.get(token ?? "");
      if (!given || given.pageId !== id || tenant !== tenantId) return "Invalid_Token";
      if (given.used) return "Attempt_Exceed_Limitation";
      if (clock.now() - given.at > lifeMs) return "Token_Expired";
      const said = decrypted(signature ?? "", pageOf(given.pageId).key).split("#");
      return said[2] === token && said[4] === id ? undefined : "Signature_Invalid";
    },
    use: (token: string): PageToken => tokens.put(token, { ...tokens.get(token)!, used: true }),
  };
}

function decrypted(signature: string, key: string): string {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    const sealed = Buffer.from(signature, "base64");
    return publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, sealed).toString();
  } catch {
    return "";
  }
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);
const html = (body: string) =>
  `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payment page</title>
<style>body{font:15px system-ui;margin:0;padding:12px 14px;background:#fff;color:#17202c}label{display:grid;gap:4px;margin:0 0 14px}input{font:inherit;padding:9px 10px;border:1px solid #76808f;border-radius:6px;min-width:0}div{display:grid;grid-template-columns:1fr 1fr;gap:14px}button{font:inherit;font-weight:600;padding:10px 18px;border:0;border-radius:6px;background:#17324d;color:#fff}</style>
<body>${body}</body></html>`;

const field = (label: string, name: string, hint: string, more = "") =>
  `<label>${label}<input name="${name}" placeholder="${hint}" autocomplete="off" required ${more}></label>`;
const cardFields =
  field("Card number", "cardNumber", "1234 1234 1234 1234", 'inputmode="numeric"') +
  field("Name on the card", "cardHolderName", "") +
  `<div>${field("Expires", "expires", "MM/YY")}${field("Security code", "cvv", "123", 'inputmode="numeric"')}</div>`;
const bankFields =
  field("Account holder", "accountHolder", "") +
  `<div>${field("Sort code", "sortCode", "20-00-00")}${field("Account number", "accountNumber", "55779911")}</div>`;

const kept = (asked: Record<string, string>) =>
  Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join("");

/** What a card's bank asks its holder in the frame (3-D Secure); whoever leaves it has kept nothing. */
export const bankPage = (entered: Record<string, string>) =>
  html(
    `<form method="post" action="${pagePath}">${kept(entered)}<p>Your bank asks you to confirm this card.</p><div><button name="bank" value="passed">Confirm</button><button name="bank" value="failed">Refuse</button></div></form>`,
  );

/** The form in the frame, which is sent to the page itself. */
export const formPage = (asked: Record<string, string>, isCard: boolean) =>
  html(
    `<form method="post" action="${pagePath}">${kept(asked)}${isCard ? cardFields : bankFields}<button>Submit</button></form>`,
  );

/** Tells the page around the frame how it went. */
export const tellingPage = (answer: Record<string, unknown>) =>
  html(
    `<p>${answer["success"] === true ? "Saved." : escape(String(answer["errorMessage"]))}</p><script>parent.postMessage(${JSON.stringify(JSON.stringify(answer)).replaceAll("<", "\\u003c")}, "*")</script>`,
  );

/** What a browser loads in place of Zuora's own script. */
export const script = `(() => {
  const required = ["tenantId", "id", "token", "signature", "key", "url", "style"];
  function open(params, callback, onError) {
    const missing = required.find((name) => !params[name]);
    if (missing) return onError(missing, "001", "The parameter " + missing + " is required");
    const place = document.getElementById("zuora_payment");
    const frame = document.createElement("iframe");
    const query = new URLSearchParams(Object.entries(params).filter(([name]) => name !== "url" && name !== "key"));
    frame.id = "z_hppm_iframe";
    frame.title = "Payment page";
    frame.width = "500";
    frame.height = "360";
    frame.style.border = "0";
    frame.style.maxWidth = "100%";
    frame.src = params.url + "?method=requestPage&" + query;
    const origin = new URL(params.url).origin;
    addEventListener("message", function heard(event) {
      if (event.origin !== origin || event.source !== frame.contentWindow) return;
      callback(JSON.parse(event.data));
    });
    place.replaceChildren(frame);
  }
  globalThis.Z = {
    render: (params, prepopulate, callback) => open(params, callback, (key, code, message) => callback({ success: false, errorCode: code, errorMessage: message })),
    renderWithErrorHandler: (params, prepopulate, callback, onError) => open(params, callback, onError),
    sendErrorMessageToHpm: () => {},
  };
})();
`;
