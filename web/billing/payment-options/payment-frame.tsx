import type { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import type { ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { useEffect, useRef } from "react";
import { type PageAsk, type PageNews, type PageParameters, paymentPagePath } from "./page-messages.ts";

type Page = ResultOf<typeof paymentMethods.authorisePage>;
type Props = {
  page: Page;
  currency: string | undefined;
  onEntered: (entered: SentOf<typeof paymentMethods.add>["body"]) => void;
  onFailure: (message: string) => void;
};

/** The parameters of an authorisation, as the vault's script takes them. */
const parametersOf = (page: Page, currency: string | undefined): PageParameters => ({
  tenantId: page.TenantId,
  id: page.PageId,
  token: page.Token,
  signature: page.Signature,
  key: page.Key,
  url: page.Url,
  style: "inline",
  submitEnabled: "true",
  locale: "en_GB",
  field_accountId: page.ZuoraAccountId,
  ...(currency && { field_currency: currency }),
});

/** The hosted payment page, inside a document of ours that may load it and this one may not. */
export function PaymentFrame({ page, currency, onEntered, onFailure }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const fail = (code: string, message: string) => {
      console.error("The hosted payment page failed:", code, message);
      onFailure(message || "The payment page failed. Please try again.");
    };
    const asked: PageAsk = { kind: "open", parameters: parametersOf(page, currency) };
    const hear = ({ origin, source, data: news }: MessageEvent<PageNews | null>) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      // What else runs in that document, such as the vault's script, may send messages of its own.
      if (news?.kind === "ready") frame.current.contentWindow.postMessage(asked, location.origin);
      else if (news?.kind === "failed") fail(news.code, news.message);
      else if (news?.kind === "answered") {
        const { success, refId, token, signature, errorCode = "unknown", errorMessage = "" } = news.answer;
        if (String(success) === "true" && refId && token && signature)
          onEntered({ RefId: refId, Token: token, Signature: signature });
        else fail(errorCode, errorMessage);
      }
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  });
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own document; a sandbox would reach the vault's page in it
    <iframe
      ref={frame}
      title="Payment page"
      src={paymentPagePath}
      width={500}
      height={380}
      className="max-w-full rounded-control"
    />
  );
}
