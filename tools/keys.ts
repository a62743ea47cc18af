/** Prints new keys for a product, as settings. Keep them: what they sign or encrypt is lost with them. */
import { generateKeyPairSync, randomBytes } from "node:crypto";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const secret = () => randomBytes(32).toString("base64");
console.log(`TOKEN_KEY='${JSON.stringify(privateKey.export({ format: "jwk" }))}'
SECRET_KEY='${secret()}'
ENCRYPTION_KEYS='1:${secret()}'`);
