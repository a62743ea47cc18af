/**
 * Opens the gateway's form for cards inside the one document that may load its script, so that it never runs beside the
 * portal. What is entered goes to the gateway alone; the portal is told its number there.
 */
import type { CardAsk, CardNews } from "./card-messages.ts";

type Failure = { message?: string };
type Elements = {
  create(
    type: "payment",
    options: object,
  ): {
    on(event: "ready" | "loaderror", heard: (event?: { error?: Failure }) => void): void;
    mount(place: HTMLElement): void;
  };
  submit(): Promise<{ error?: Failure }>;
};
type Stripe = {
  elements(options: object): Elements;
  createPaymentMethod(of: { elements: Elements }): Promise<{ paymentMethod?: { id: string }; error?: Failure }>;
  handleNextAction(of: { clientSecret: string }): Promise<{ error?: Failure }>;
};

const tell = (news: CardNews) => window.parent.postMessage(news, location.origin);
const fail = (message?: string) =>
  tell({ kind: "failed", message: message || "The form for cards could not be loaded." });
let stripe: Stripe | undefined;
let elements: Elements | undefined;

function open({ key, minor, currency }: Extract<CardAsk, { kind: "open" }>): void {
  const load = (globalThis as { Stripe?: (key: string, options: object) => Stripe }).Stripe;
  if (!load) return fail();
  stripe = load(key, { locale: "en-GB" });
  elements = stripe.elements({
    mode: "payment",
    amount: minor,
    currency: currency.toLowerCase(),
    paymentMethodTypes: ["card"],
    paymentMethodCreation: "manual",
  });
  const form = elements.create("payment", { wallets: { applePay: "never", googlePay: "never", link: "never" } });
  form.on("ready", () => tell({ kind: "opened" }));
  form.on("loaderror", (event) => fail(event?.error?.message));
  form.mount(document.querySelector<HTMLElement>("#card")!);
}

async function take(): Promise<void> {
  const entered = await elements!.submit();
  const { error, paymentMethod } = entered.error
    ? { error: entered.error }
    : await stripe!.createPaymentMethod({ elements: elements! });
  if (paymentMethod) tell({ kind: "taken", ref: paymentMethod.id });
  else tell({ kind: "refused", message: error?.message ?? "The card was not accepted." });
}

// Foreign forms are drawn for light surroundings.
Object.assign(document.documentElement.style, { background: "white", colorScheme: "light" });
Object.assign(document.body.style, { background: "white", margin: "12px" });
addEventListener("message", ({ origin, source, data }: MessageEvent<CardAsk | null>) => {
  if (origin !== location.origin || source !== window.parent || !data) return;
  const done = async () => {
    if (data.kind === "open") open(data);
    else if (data.kind === "take") await take();
    else if (data.kind === "act") {
      // Whether it passed is read at the gateway by the server.
      await stripe!.handleNextAction({ clientSecret: data.clientSecret });
      tell({ kind: "acted" });
    }
  };
  done().catch((error: unknown) => fail(error instanceof Error ? error.message : undefined));
});
tell({ kind: "ready" });
