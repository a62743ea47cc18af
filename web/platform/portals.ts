/** Returns the other portals, which the server writes into the sign-in page. */
export const portals = (): readonly { name: string; address: string }[] =>
  JSON.parse(document.querySelector<HTMLMetaElement>("meta[name=portals]")?.content || "[]") as [];
