import type { CategoryFilter } from "@tradewind/domain/catalogue/products.ts";

export const categoryNames: Record<CategoryFilter, string> = {
  all: "All",
  modernWorkplace: "Modern workplace",
  cloudInfrastructure: "Cloud infrastructure",
  security: "Security",
  backupContinuity: "Backup continuity",
};
