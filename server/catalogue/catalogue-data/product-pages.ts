import type { ProductPage } from "@tradewind/domain/catalogue/product-page.ts";
import { cloudPages } from "./cloud-pages.data.ts";
import { securityPages } from "./security-pages.data.ts";
import { workplacePages } from "./workplace-pages.data.ts";

/** The page of every product that is sold here. */
export const productPages: readonly ProductPage[] = [...workplacePages, ...cloudPages, ...securityPages];
