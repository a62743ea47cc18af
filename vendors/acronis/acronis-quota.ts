/** Acronis counts storage in bytes, which we sell by the gigabyte, and all else as we do. */
import type { AcronisItem } from "./acronis-api.ts";

type Item = Pick<AcronisItem, "measurement_unit">;
const sizeOf = ({ measurement_unit }: Item) => (measurement_unit === "bytes" ? 1024 ** 3 : 1);

export const quotaFor = (item: Item, units: number): number => units * sizeOf(item);
/** A gigabyte that has begun counts as one. */
export const unitsOf = (item: Item, quota: number): number => Math.ceil(quota / sizeOf(item));
