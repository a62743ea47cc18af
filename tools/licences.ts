/** Licences that our packages may have. */
const permissive = ["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"];

/** Packages with another licence, and why it is no hindrance. */
const judged: Readonly<Record<string, string>> = {
  "@fontsource-variable/inter": "OFL-1.1: a font may be shipped with software; we do not sell or rename it.",
  "@img/sharp-": "LGPL-3.0: libvips stays a library of its own, which anybody may replace.",
  "axe-core": "MPL-2.0: unchanged, and only in tests.",
  dompurify: "MPL-2.0 or Apache-2.0: we take the second.",
  isbot: "Unlicense: in the public domain.",
  "png-js": "MIT in its LICENSE file; its description names none.",
  "type-fest": "MIT or CC0-1.0: we take the first.",
};

export type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
};
export type Package = { name: string; version: string; licence: string; folder: string };

/** Lists the packages of a lock that a production may carry: those that only development needs are left out. */
export const listPackages = ({ packages }: Lock): Package[] =>
  Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.includes("node_modules/") && !dev && !link)
    .map(([folder, { version = "", license = "" }]) => ({
      name: folder.split("node_modules/").at(-1)!,
      version,
      licence: license,
      folder,
    }))
    .toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));

/** Lists the packages whose licence nobody has judged. */
export const listUnjudged = (packages: readonly Package[]): Package[] =>
  packages.filter(
    ({ name, licence }) =>
      !permissive.includes(licence) && !Object.keys(judged).some((each) => name === each || isBegun(each, name)),
  );

const isBegun = (each: string, name: string) => each.endsWith("-") && name.startsWith(each);
