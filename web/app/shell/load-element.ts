import type { MicroFrontend } from "@tradewind/contract/portal/micro-frontends.ts";

type ScriptPolicy = { createScriptURL(address: string): string };
type Policies = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

/** The only policy that adds a script to the page: it allows only scripts that our own server names by their hash. */
const policy: ScriptPolicy = (
  (globalThis as { trustedTypes?: Policies }).trustedTypes ?? { createPolicy: (_, rules) => rules }
).createPolicy("micro-frontends", {
  createScriptURL(address) {
    if (/^\/micro-frontends\/[0-9a-f]{96}\.js$/.test(address)) return address;
    throw new TypeError(`${address} is no script of the shared frame`);
  },
});

/** Loads the script of a custom element, which the browser checks by its hash. Resolves once the element is defined. */
export async function loadElement({ Element, Script, Integrity }: MicroFrontend): Promise<void> {
  if (customElements.get(Element)) return;
  const script = document.createElement("script");
  script.type = "module";
  script.integrity = Integrity;
  script.src = policy.createScriptURL(Script);
  const failed = new Promise<never>((_, reject) => {
    script.addEventListener("error", () => reject(new Error(`${Script} could not be loaded`)));
  });
  document.head.append(script);
  await Promise.race([customElements.whenDefined(Element), failed]);
}
