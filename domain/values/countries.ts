/** Countries in which resellers and their customers are, by code. */
export const countries = { GB: "United Kingdom", IE: "Ireland" } as const;
export type Country = keyof typeof countries;
export const countryCodes = Object.keys(countries) as [Country, ...Country[]];

export const nameOfCountry = (code: string): string => countries[code as Country] ?? code;
