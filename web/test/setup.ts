import "../ui/styles.css";
import { afterEach } from "vitest";
import { page } from "vitest/browser";
import "./leaving.ts";

afterEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset["scheme"];
  await page.viewport(1440, 900);
});
