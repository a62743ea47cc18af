import { defaultAccent } from "@tradewind/domain/portal/white-label.ts";
import { applyAccent } from "../platform/theme.ts";
import { beginPage } from "../platform/tokens.ts";
import { closeAddProduct } from "../shared/add-product.ts";
import { closeCompanies } from "../shared/company-switch.ts";
import { closeHelp } from "../shared/help.ts";
import { showPalette } from "../shared/palette.ts";
import { dismiss } from "../ui/toast.tsx";

const { href } = location;
const { title } = document;
const root = document.documentElement;
const attributes = [...root.attributes].map(({ name, value }) => [name, value] as const);

/** Puts back what the modules and the document of a page keep, so that the next file finds them as just loaded. */
export async function freshPage(): Promise<void> {
  beginPage();
  // A page that is left while it renews its token holds this until it is gone.
  await navigator.locks.request("tradewind-refresh", { steal: true }, () => undefined);
  closeAddProduct();
  closeCompanies();
  closeHelp();
  showPalette(false);
  dismiss();
  history.replaceState(null, "", href);
  document.title = title;
  document.body.replaceChildren();
  await applyAccent(defaultAccent);
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  for (const [name, value] of attributes) root.setAttribute(name, value);
}
