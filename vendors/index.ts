import { acronis } from "./acronis/acronis.ts";
import { bitdefender } from "./bitdefender/bitdefender.ts";
import { microsoft } from "./microsoft/microsoft.ts";
import { people } from "./people/people.ts";
import type { Vendor } from "./vendor.ts";

/** All vendors. To add one, create its folder and list it here. */
export const vendors: readonly Vendor[] = [microsoft, acronis, bitdefender, people];
