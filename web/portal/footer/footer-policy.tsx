import type { PolicyId } from "@tradewind/domain/portal/footer.ts";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { PolicyDialog } from "../../shared/policy-dialog.tsx";
import { OptOutList } from "./opt-out-list.tsx";

/** Shows a policy in the signed-in portal; closes when another page is opened from it. */
export function FooterPolicy({ policyId, onClose }: { policyId: PolicyId; onClose: () => void }) {
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current !== pathname) onClose();
  }, [pathname, onClose]);
  return <PolicyDialog policyId={policyId} optOutList={<OptOutList />} onClose={onClose} />;
}
