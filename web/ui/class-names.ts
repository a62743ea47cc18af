/** Joins class names, leaving out those that are not set. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");
