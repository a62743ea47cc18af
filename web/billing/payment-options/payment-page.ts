/**
 * Opens the hosted payment page inside the one document that may load the vault's script, so that it never runs beside the
 * portal. The page around it sends the parameters, and is told what happens.
 */
import type { PageAnswer, PageAsk, PageNews, PageParameters } from "./page-messages.ts";

type Vault = {
  renderWithErrorHandler(
    parameters: PageParameters,
    prepopulated: object,
    callback: (answer: PageAnswer) => void,
    onError: (key: string, code: string, message: string) => void,
  ): void;
  sendErrorMessageToHpm(key: string, message: string): void;
};

const tell = (news: PageNews) => window.parent.postMessage(news, location.origin);
/** What the vault says of its fields: missing, wrong number, type, security code, robot check. */
const ofFields: ReadonlySet<string> = new Set(["001", "002", "003", "004", "007"]);

// Foreign pages are drawn for light surroundings.
Object.assign(document.documentElement.style, { background: "white", colorScheme: "light" });
Object.assign(document.body.style, { background: "white", margin: "0" });
addEventListener("message", ({ origin, source, data }: MessageEvent<PageAsk | null>) => {
  if (origin !== location.origin || source !== window.parent || data?.kind !== "open") return;
  const { parameters } = data;
  const vault = (globalThis as { Z?: Vault }).Z;
  if (!vault) return tell({ kind: "failed", code: "noScript", message: "The payment page could not be loaded." });
  vault.renderWithErrorHandler(
    parameters,
    {},
    (answer) => tell({ kind: "answered", answer }),
    (key, code, message) => {
      if (ofFields.has(code) && !(key in parameters)) vault.sendErrorMessageToHpm(key, message);
      else tell({ kind: "failed", code, message });
    },
  );
});
tell({ kind: "ready" });
