import "./unseen.ts";
import "../ui/styles.css";
import { afterEach } from "vitest";
import { page } from "vitest/browser";
import { addIcons } from "../ui/icon.tsx";
import { moreIcons } from "../ui/more-icons.ts";
import "./leaving.ts";

addIcons(moreIcons);

afterEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset["scheme"];
  await page.viewport(1440, 900);
});
