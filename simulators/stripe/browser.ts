/** What a browser loads of Stripe: the script, the form for a card in its frame, and the bank's step in another. */

/** Checks the last digit, as every number of a card has one that follows from the others. */
export function isCardNumber(number: string): boolean {
  const digits = number.split("").toReversed().map(Number);
  const sum = digits.reduce(
    (all, digit, at) => all + (at % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit),
    0,
  );
  return /^\d{13,19}$/.test(number) && sum % 10 === 0;
}

export const brandOf = (number: string): string =>
  /^3[47]/.test(number) ? "amex" : /^(5[1-5]|2[2-7])/.test(number) ? "mastercard" : "visa";

/** Stands in for `https://js.stripe.com/v3`: the calls that a form for cards makes, with Stripe's names and answers. */
export const script = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  function open(place, title, path, height) {
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.src = origin + path;
    Object.assign(frame.style, { border: "0", width: "100%", height: height + "px", display: "block" });
    place.append(frame);
    return frame;
  }
  const answerOf = (frame, asked) =>
    new Promise((resolve) => {
      addEventListener("message", function hear({ origin: from, source, data }) {
        if (from !== origin || source !== frame.contentWindow) return;
        removeEventListener("message", hear);
        resolve(data);
      });
      if (asked) frame.contentWindow.postMessage(asked, origin);
    });
  globalThis.Stripe = (key) => {
    if (!/^pk_/.test(key)) throw new Error("Please call Stripe() with your publishable key.");
    return {
      elements({ mode, amount, currency }) {
        if (mode !== "payment" || !(amount > 0) || !currency) throw new Error("elements() needs mode, amount and currency.");
        let frame;
        const heard = {};
        const element = {
          on: (event, handler) => ((heard[event] = handler), element),
          mount(place) {
            frame = open(place, "Secure payment input frame", "/elements/card", 190);
            frame.addEventListener("load", () => heard.ready?.());
          },
        };
        return {
          create: () => element,
          submit: () => answerOf(frame, { kind: "submit" }),
          frame: () => frame,
        };
      },
      createPaymentMethod: ({ elements }) => answerOf(elements.frame(), { kind: "create", key }),
      async handleNextAction({ clientSecret }) {
        const cover = document.createElement("div");
        Object.assign(cover.style, { position: "fixed", inset: "0", background: "white", zIndex: "1" });
        document.body.append(cover);
        const frame = open(cover, "Your bank", "/elements/bank?client_secret=" + encodeURIComponent(clientSecret), 320);
        const answer = await answerOf(frame);
        cover.remove();
        return answer;
      },
    };
  };
})();
`;

const html = (title: string, body: string, code: string) =>
  `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:15px system-ui;margin:0;padding:4px;background:#fff;color:#17202c}h1{font-size:18px}form{display:grid;grid-template-columns:1fr 1fr;gap:12px}label{display:grid;gap:4px}label:first-child,p{grid-column:1/-1}input{font:inherit;padding:9px 10px;border:1px solid #76808f;border-radius:6px;min-width:0}p{margin:0;min-height:20px;color:#a3161e}button{font:inherit;font-weight:600;padding:10px 18px;margin:0 10px 10px 0;border:0;border-radius:6px;background:#17324d;color:#fff}</style>
<body>${body}<script>${code}</script></body></html>`;

const field = (label: string, name: string, hint: string) =>
  `<label>${label}<input name="${name}" placeholder="${hint}" inputmode="numeric" autocomplete="off"></label>`;

/** The form. It checks what is entered, and sends it to Stripe alone. */
export const formPage = html(
  "Card",
  `<form>${field("Card number", "number", "1234 1234 1234 1234")}${field("Expiration date", "expires", "MM / YY")}${field("Security code", "cvc", "CVC")}<p role="alert"></p></form>`,
  `
const form = document.querySelector("form");
const values = () => Object.fromEntries([...new FormData(form)].map(([name, text]) => [name, text.replace(/[^0-9]/g, "")]));
function faultOf({ number, expires, cvc }) {
  if (number.length < 13) return "Your card number is incomplete.";
  if (expires.length !== 4) return "Your card's expiration date is incomplete.";
  if (cvc.length < 3) return "Your card's security code is incomplete.";
}
async function create(key) {
  const { number, expires, cvc } = values();
  const body = new URLSearchParams({ type: "card", "card[number]": number, "card[cvc]": cvc, "card[exp_month]": expires.slice(0, 2), "card[exp_year]": "20" + expires.slice(2) });
  const answer = await fetch("/v1/payment_methods", { method: "POST", headers: { authorization: "Bearer " + key }, body });
  const said = await answer.json();
  return answer.ok ? { paymentMethod: said } : said;
}
addEventListener("message", async ({ source, origin, data }) => {
  if (source !== parent) return;
  const fault = faultOf(values());
  const answer = fault ? { error: { type: "validation_error", message: fault } } : data.kind === "create" ? await create(data.key) : {};
  form.querySelector("p").textContent = answer.error ? answer.error.message : "";
  parent.postMessage(answer, origin);
});
form.addEventListener("submit", (event) => event.preventDefault());
`,
);

/** The step at the bank, whose outcome its payer chooses. */
export const bankPage = html(
  "Your bank",
  `<h1>Confirm this payment</h1><p></p><button value="pass">Complete authentication</button><button value="fail">Fail authentication</button>`,
  `
const secret = new URLSearchParams(location.search).get("client_secret");
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", async () => {
    const body = new URLSearchParams({ client_secret: secret, outcome: button.value });
    const answer = await (await fetch("/elements/bank", { method: "POST", body })).json();
    parent.postMessage(answer.status === "succeeded" ? { paymentIntent: answer } : { error: answer.last_payment_error ?? answer.error }, "*");
  });
`,
);
