/** Reads Partner Center's webhooks: signed hints about what has changed. */
import { createHash, verify as verifySignature, X509Certificate } from "node:crypto";
import { z } from "zod";
import { readFile } from "../http.ts";
import type { partnerCenter } from "./microsoft-api.ts";
import { VendorUnavailable, type Hint, type RawWebhook, type WebhookReader } from "../vendor.ts";

export type WebhookTrust = {
  /** Address of Microsoft's certificates; no other address is ever called. */
  certificates: string;
  /** Authorities trusted to issue them, as concatenated PEM. */
  authorities: string;
};

const certificatesInFile = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const issuerName = /^O=Microsoft Corporation$/m;
const mostCertificates = 8;
/** New certificates looked up in a minute: who cannot sign makes us call Microsoft no more often. */
const mostLookUps = 10;

const eventShape = z.looseObject({ EventName: z.string(), ResourceUri: z.string() });
const subscriptionUri = /\/customers\/([0-9a-f-]{36})\/subscriptions\/([0-9a-f-]{36})$/i;
const subscriptionEvent = "subscription-updated";
const relationshipEvents = ["granular-admin-relationship-approved", "granular-admin-relationship-activated"];
const relationshipUri = /\/delegatedAdminRelationships\/([0-9a-f-]{36,80})$/i;

/** The calls by which Microsoft learns where to send its events. */
type Registrar = Pick<ReturnType<typeof partnerCenter>, "findRegistration" | "register">;

/** `now` is real time in milliseconds. */
export function partnerCenterWebhooks(trust: WebhookTrust, now: () => number, api?: Registrar): WebhookReader {
  const authorities = (trust.authorities.match(certificatesInFile) ?? []).map((pem) => new X509Certificate(pem));
  const known = new Map<string, X509Certificate>();
  let lookUps = { minute: 0, count: 0 };

  function countLookUp(): void {
    const minute = Math.floor(now() / 60_000);
    lookUps = { minute, count: minute === lookUps.minute ? lookUps.count + 1 : 1 };
    if (lookUps.count > mostLookUps) throw new VendorUnavailable("Too many certificates were named within a minute");
  }

  async function certificateAt(url: string): Promise<X509Certificate | undefined> {
    if (!isBelow(trust.certificates, url)) return undefined;
    const held = known.get(url);
    if (held) return held;
    countLookUp();
    const bytes = await readFile("Microsoft's certificates", url);
    const certificate = bytes && readCertificate(bytes);
    if (!certificate || !authorities.some((authority) => issued(authority, certificate))) return undefined;
    if (known.size >= mostCertificates) known.clear();
    known.set(url, certificate);
    return certificate;
  }

  return {
    headers: ["authorization", "x-ms-certificate-url", "x-ms-signature-algorithm"],

    async verify({ headers, body, receivedAt }) {
      const signature = /^Signature ([A-Za-z0-9+/]+={0,2})$/.exec(headers["authorization"] ?? "")?.[1];
      const url = headers["x-ms-certificate-url"];
      if (!signature || !url || headers["x-ms-signature-algorithm"]?.toLowerCase() !== "rsa-sha256") return undefined;
      const certificate = await certificateAt(url);
      if (!certificate || !isValidAt(certificate, receivedAt)) return undefined;
      const good = verifySignature("sha256", body, certificate.publicKey, Buffer.from(signature, "base64"));
      // Events have no number, but a repeated one has the same bytes.
      return good ? createHash("sha256").update(body).digest("hex") : undefined;
    },

    read: hintsOf,
    readInvitations,
    ...(api && { register: (address) => register(api, address) }),
  };
}

/** Microsoft has one registration of each partner: its address is replaced, and what else it sends for is kept. */
async function register(api: Registrar, WebhookUrl: string): Promise<void> {
  const held = await api.findRegistration();
  const wanted = [subscriptionEvent, ...relationshipEvents];
  const others = held?.webhookEvents ?? [];
  if (held?.webhookUrl === WebhookUrl && wanted.every((event) => others.includes(event))) return;
  const WebhookEvents = [...new Set([...others, ...wanted])];
  await api.register(held ? "PUT" : "POST", { WebhookUrl, WebhookEvents });
}

function isBelow(address: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const [allowed, asked] = [new URL(address), new URL(url)];
  return asked.origin === allowed.origin && asked.pathname.startsWith(allowed.pathname) && asked.username === "";
}

/** Reads PEM or DER. */
function readCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

const issued = (authority: X509Certificate, certificate: X509Certificate): boolean =>
  issuerName.test(certificate.issuer) && certificate.checkIssued(authority) && certificate.verify(authority.publicKey);

const isValidAt = (certificate: X509Certificate, at: Date): boolean =>
  certificate.validFromDate <= at && at <= certificate.validToDate;

/** Extracts the ids from the resource's address; never calls the address itself. */
function hintsOf({ body }: RawWebhook): Hint[] {
  const event = eventOf(body);
  if (event?.EventName !== subscriptionEvent) return [];
  const [, tenantRef, vendorRef] = subscriptionUri.exec(event.ResourceUri) ?? [];
  return tenantRef && vendorRef ? [{ tenantRef, vendorRef }] : [];
}

/** The event that somebody accepted us as reseller names no relationship; the job that asks again finds it. */
function readInvitations({ body }: RawWebhook): string[] {
  const event = eventOf(body);
  if (!event || !relationshipEvents.includes(event.EventName)) return [];
  const [, relationship] = relationshipUri.exec(event.ResourceUri) ?? [];
  return relationship ? [relationship] : [];
}

const eventOf = (body: Buffer) => eventShape.safeParse(parse(body)).data;

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
