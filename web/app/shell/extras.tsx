import { screens } from "@tradewind/contract/screens.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { AnnouncementDialog } from "../../portal/announcements/announcement-dialog.tsx";
import { Banner } from "../../portal/announcements/banner.tsx";
import { RatingPopup } from "../../portal/announcements/rating-popup.tsx";
import { ServiceNotices } from "../../portal/notifications/service-notices.tsx";
import { followRights } from "./follow-rights.ts";
import { closeCompanies, useCompaniesOpen } from "../../shared/company-switch.ts";
import { keepUp } from "./keep-up.ts";
import { takeOver } from "../../platform/hand-off.ts";
import type { Session } from "../../platform/session.ts";
import { tellOfPresses } from "../../platform/usage.ts";

export { Bell } from "../../portal/notifications/bell.tsx";

const Companies = lazy(async () => ({
  default: (await import("../../access/companies/companies-dialog.tsx")).CompaniesDialog,
}));

const FirstCodes = lazy(async () => ({
  default: (await import("../../access/mfa/first-codes-dialog.tsx")).FirstCodesDialog,
}));

/**
 * Listens to events and shows the marketplace's messages and questions. Does not ask staff who act as somebody else.
 */
export function Extras({ session, pathname }: { session: Session; pathname: string }) {
  const queries = useQueryClient();
  const router = useRouter();
  const isOperator = !session.Reseller;
  useEffect(() => keepUp(queries, isOperator), [queries, isOperator]);
  useEffect(() => (session.JumpedBy ? undefined : tellOfPresses()), [session.JumpedBy]);
  useEffect(() => followRights(queries, router), [queries, router]);
  const choosing = useCompaniesOpen();
  const [withoutCodes, setWithoutCodes] = useState(false);
  useEffect(() => void (takeOver("factorSetUp") && setWithoutCodes(true)), []);
  if (isOperator) return null;
  return (
    <>
      {!session.DisplaySettings.HideBanner && <Banner />}
      {pathname === screens.dashboard.path && <ServiceNotices />}
      {choosing && (
        <Suspense fallback={null}>
          <Companies onClose={closeCompanies} />
        </Suspense>
      )}
      {withoutCodes && (
        <Suspense fallback={null}>
          <FirstCodes onClose={() => setWithoutCodes(false)} />
        </Suspense>
      )}
      {!session.JumpedBy && !session.MustSignNow && (
        <>
          <AnnouncementDialog />
          <RatingPopup />
        </>
      )}
    </>
  );
}
