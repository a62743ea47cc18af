import { acronis } from "./acronis/acronis.ts";
import { microsoft } from "./microsoft/microsoft.ts";
import { people } from "./people/people.ts";
import type { Vendor } from "./vendor.ts";

/** Every vendor there is. One more is its folder and its line here. */
export const vendors: readonly Vendor[] = [microsoft, acronis, people];
