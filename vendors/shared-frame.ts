import { createHash } from "node:crypto";
import { z } from "zod";

/** A part of the frame as we serve it. `hash` is the SHA-384 of the source, in hexadecimal. */
export type FramePart = { element: string; source: Buffer; hash: string; integrity: string };
export type Frame = { header: FramePart; footer: FramePart };

/** Largest size of the manifest, and of each script, in bytes. */
const most = { manifest: 64 * 1024, script: 256 * 1024 };
/** Milliseconds for the manifest, and for each script. */
const patience = 2_000;

const entry = z.object({
  element: z
    .string()
    .max(60)
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*-(header|footer)$/),
  script: z.string().min(1).max(500),
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
});
const manifest = z
  .object({ header: entry, footer: entry })
  .refine(({ header, footer }) => header.element.endsWith("-header") && footer.element.endsWith("-footer"), {
    message: "the elements are not named after their parts",
  });

/** Reads the frame from the host of its manifest. Throws an Error that says why it cannot be used. */
export async function readFrame(manifestUrl: string): Promise<Frame> {
  const text = await read(manifestUrl, /^application\/json\b/, most.manifest);
  const listed = manifest.safeParse(JSON.parse(text.toString("utf8")));
  if (!listed.success) throw new Error(`The manifest cannot be used: ${z.prettifyError(listed.error)}`);
  const [header, footer] = await Promise.all(
    [listed.data.header, listed.data.footer].map((part) => readPart(manifestUrl, part)),
  );
  return { header: header!, footer: footer! };
}

async function readPart(manifestUrl: string, { element, script, integrity }: z.output<typeof entry>) {
  const address = new URL(script, manifestUrl);
  if (address.origin !== new URL(manifestUrl).origin) throw new Error(`${address.href} is on another host`);
  const source = await read(address.href, /^(text|application)\/javascript\b/, most.script);
  const digest = createHash("sha384").update(source).digest();
  if (`sha384-${digest.toString("base64")}` !== integrity)
    throw new Error(`${address.href} is not what the manifest says`);
  return { element, source, integrity, hash: digest.toString("hex") };
}

async function read(url: string, type: RegExp, largest: number): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience), redirect: "manual" });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  if (!type.test(response.headers.get("content-type") ?? "")) throw new Error(`${url} is of another type`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > largest) throw new Error(`${url} is larger than ${largest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
