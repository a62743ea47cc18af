/** Prints new keys for a product, as settings. Keep them: what they sign or encrypt is lost with them. */
import { generateKeyPairSync, randomBytes } from "node:crypto";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const audit = generateKeyPairSync("ed25519");
const base64 = (der: Buffer) => der.toString("base64");
const secret = () => randomBytes(32).toString("base64");
console.log(`TOKEN_KEY='${JSON.stringify(privateKey.export({ format: "jwk" }))}'
SECRET_KEY='${secret()}'
ENCRYPTION_KEYS='1:${secret()}'
AUDIT_KEY='${base64(audit.privateKey.export({ type: "pkcs8", format: "der" }))}'
# For auditors, who check the activity log with it: ${base64(audit.publicKey.export({ type: "spki", format: "der" }))}`);
