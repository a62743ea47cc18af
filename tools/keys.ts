/**
 * Makes keys for a product and writes them as settings into a new file, `node tradewind.mjs keys /etc/tradewind/keys.env`, or
 * prints them. Keep them: what they sign or encrypt is lost with them.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import fs from "node:fs";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const audit = generateKeyPairSync("ed25519");
const base64 = (der: Buffer) => der.toString("base64");
const secret = () => randomBytes(32).toString("base64");
const forAuditors = `For auditors, who check the activity log with it: ${base64(audit.publicKey.export({ type: "spki", format: "der" }))}`;
const settings = `TOKEN_KEY='${JSON.stringify(privateKey.export({ format: "jwk" }))}'
SECRET_KEY='${secret()}'
ENCRYPTION_KEYS='1:${secret()}'
AUDIT_KEY='${base64(audit.privateKey.export({ type: "pkcs8", format: "der" }))}'
# ${forAuditors}
`;

const file = process.argv[2];
if (file === undefined) process.stdout.write(settings);
else
  try {
    fs.writeFileSync(file, settings, { flag: "wx", mode: 0o600 });
    console.log(forAuditors);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(code === "EEXIST" ? `${file} exists: keys in use must not be lost. Nothing was written.` : message);
    process.exit(1);
  }
