export type Sample = { id: string; name: string; active: boolean; services: number; spend: number };
const names = [
  "Acme Dental",
  "Blue Anchor Legal",
  "Cobalt Architects",
  "Dunmore Estates",
  "The Worshipful Company of Exceptionally Long Customer Names and Sons (South West) Limited",
];
/** Generates the same rows every time, for tables of any length. */
export const sampleRows = (count: number): Sample[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: `${names[at % names.length]} ${at + 1}`,
    active: at % 6 !== 3,
    services: (at * 7) % 40,
    spend: (at * 9973) % 250000,
  }));
