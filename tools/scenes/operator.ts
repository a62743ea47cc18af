import { behind, operator, press, turnTo, type Scene } from "./scene.ts";

export const operatorScenes: readonly Scene[] = [
  { name: "work-queue", who: operator, open: "/operator/work", also: ["900", "dark"] },
  { name: "operator-tickets", who: operator, open: "/operator/tickets", also: ["900"] },
  { name: "operator-ticket", who: operator, open: behind("/operator/tickets?state=all", "VAT number") },
  { name: "clock", who: operator, open: "/operator/clock" },
  { name: "operator-applications", who: operator, open: "/operator/applications" },
  { name: "operator-company-changes", who: operator, open: "/operator/company-changes" },
  { name: "operator-activity-log", who: operator, open: "/operator/activity-log", also: ["900"] },
  { name: "operator-people", who: operator, open: "/operator/people" },
  { name: "operator-sign-in-providers", who: operator, open: "/operator/sign-in-providers" },
  {
    name: "operator-linked-people",
    who: operator,
    open: "/operator/sign-in-providers",
    act: turnTo("Linked people"),
  },
  { name: "operator-feature-flags", who: operator, open: "/operator/feature-flags" },
  {
    name: "operator-feature-flag",
    who: operator,
    open: "/operator/feature-flags",
    act: press("BillingPlatformReporting"),
  },
  { name: "operator-tenants", who: operator, open: "/operator/tenants" },
  { name: "operator-hosts", who: operator, open: "/operator/hosts" },
  { name: "operator-partner-portals", who: operator, open: "/operator/partner-portals" },
  { name: "operator-footer", who: operator, open: "/operator/footer" },
  { name: "operator-retention", who: operator, open: "/operator/retention", also: ["900"] },
  { name: "operator-messages", who: operator, open: "/operator/messages" },
  {
    name: "operator-write-announcement",
    who: operator,
    open: "/operator/messages",
    act: press("Write an announcement"),
  },
  { name: "operator-ratings", who: operator, open: "/operator/messages", act: turnTo("Ratings") },
];
