import "./unseen.ts";
import "../ui/styles.css";
import { afterAll, afterEach, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { addIcons } from "../ui/icon.tsx";
import { moreIcons } from "../ui/more-icons.ts";
import { endFakeApi } from "./fake-api.ts";
import "./leaving.ts";
import { endPageSettings } from "./page-settings.ts";
import { freshPage } from "./fresh-page.ts";

addIcons(moreIcons);

// Many files share a page, and only this one runs anew for each: what all of them need afterwards stands here.
afterEach(async () => {
  await cleanup();
  endPageSettings();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset["scheme"];
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
  endFakeApi();
});
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await freshPage();
});
