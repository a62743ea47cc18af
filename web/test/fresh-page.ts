import { beginPage } from "../platform/tokens.ts";
import { closeAddProduct } from "../shared/add-product.ts";
import { closeCompanies } from "../shared/company-switch.ts";
import { closeHelp } from "../shared/help.ts";
import { showPalette } from "../shared/palette.ts";

const { href } = location;
const root = document.documentElement;
const attributes = [...root.attributes].map(({ name, value }) => [name, value] as const);
const { title } = document;

/** Puts back what the modules and the document of a page keep, so that the next file finds them as just loaded. */
export function freshPage(): void {
  beginPage();
  closeAddProduct();
  closeCompanies();
  closeHelp();
  showPalette(false);
  history.replaceState(null, "", href);
  document.title = title;
  document.body.replaceChildren();
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  for (const [name, value] of attributes) root.setAttribute(name, value);
}
