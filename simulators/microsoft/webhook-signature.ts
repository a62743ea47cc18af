/** Signs webhooks as Partner Center does, and names the address of the certificate to verify them with. */
import { createSign } from "node:crypto";
import type { Route, SimRequest } from "../kit/vendor.ts";
import { webhookCertificate, webhookKey } from "./webhook-keys.data.ts";

const certificatePath = "/certificates/webhooks.cer";

export const signWebhook = (body: string, url: string): Record<string, string> => ({
  authorization: `Signature ${createSign("sha256").update(body).sign(webhookKey, "base64")}`,
  "x-ms-certificate-url": `${url}${certificatePath}`,
  "x-ms-signature-algorithm": "rsa-sha256",
});

export const isCertificate = ({ path }: SimRequest): boolean => path === certificatePath;

export const certificateRoute: Route = {
  method: "GET",
  path: certificatePath,
  answer: () => ({ status: 200, headers: { "content-type": "application/x-x509-ca-cert" }, body: webhookCertificate }),
};
