/** One entry of Vite's manifest. */
export type Chunk = { file: string; src?: string; imports?: string[]; dynamicImports?: string[] };

export type Page = {
  name: string;
  /** HTML document, as named in the manifest. */
  entry: string;
  /** Source of the screen that the document loads for this page; omitted if the entry contains it. */
  screen?: RegExp;
  /** Most gzipped JavaScript before the page can be used, in kB of 1,000 bytes. */
  limit: number;
};

export const pages: readonly Page[] = [
  { name: "sign-in", entry: "auth.html", limit: 100 },
  { name: "dashboard", entry: "index.html", screen: /dashboard\/dashboard-screen\.tsx$/, limit: 180 },
  { name: "customers", entry: "index.html", screen: /customers\/customers-screen\.tsx$/, limit: 180 },
  { name: "customer", entry: "index.html", screen: /customer\/customer-screen\.tsx$/, limit: 180 },
  { name: "marketplace", entry: "index.html", screen: /shop\/marketplace-screen\.tsx$/, limit: 180 },
  { name: "product", entry: "index.html", screen: /shop\/product-screen\.tsx$/, limit: 180 },
  { name: "order", entry: "index.html", screen: /orders\/(journey-screens|one-page-order)\.tsx$/, limit: 200 },
];

/**
 * Lists every script a page needs, each once, and their total bytes. Charts and dialogs load later and do not count.
 */
export function addUpPage(manifest: Record<string, Chunk>, page: Page, sizeOf: (file: string) => number) {
  const files = new Set<string>();
  const take = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
    chunk.imports?.forEach(take);
  };
  const { screen } = page;
  const screens = screen ? Object.keys(manifest).filter((key) => screen.test(manifest[key]?.src ?? key)) : [];
  if (!manifest[page.entry] || (screen && screens.length === 0)) return { bytes: 0, files: [] };
  take(page.entry);
  screens.forEach(take);
  const list = [...files];
  return { bytes: list.reduce((sum, file) => sum + sizeOf(file), 0), files: list };
}
