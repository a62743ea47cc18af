const written: HTMLMetaElement[] = [];
export function endPageSettings(): void {
  for (const meta of written.splice(0)) meta.remove();
}

/** Writes settings into the page, as the server does. */
export function pageSettings(settings: Record<string, string | boolean>): void {
  const meta = document.createElement("meta");
  meta.name = "settings";
  meta.content = JSON.stringify(settings);
  document.head.append(meta);
  written.push(meta);
}
