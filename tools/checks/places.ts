/** An area imports only areas before it. */
export const areas = [
  "portal",
  "customers",
  "access",
  "catalogue",
  "billing",
  "ordering",
  "psa",
  "spend",
  "support",
  "insight",
  "developer",
];
export const anyArea = `(?:${areas.join("|")})`;

const foldered = new RegExp(`^(server|web)/(${areas.join("|")})/([\\w-]+)/`);
const single = new RegExp(`^(contract|domain|e2e)/(${areas.join("|")})/([\\w-]+?)(?:\\.(?:test|spec))?\\.tsx?$`);

/** Returns a file's place in the grid: a folder on server and web, elsewhere a file. Undefined outside the areas. */
export function placeOf(path: string): { layer: string; area: string; feature: string } | undefined {
  const [, layer, area, feature] = foldered.exec(path) ?? single.exec(path) ?? [];
  return layer && area && feature ? { layer, area, feature } : undefined;
}
