import { assortment } from "@tradewind/contract/catalogue/assortment.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pngAddress, pngOf } from "../../test/pictures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();
const reseller = await app.signIn();
const params = { productId: "vade" };

const show = async (Picture: string | null | undefined, Alt = "") => {
  const { Version } = (await app.call(operator, assortment.byId, { params })).Result!;
  return app.call(operator, assortment.picture, {
    params,
    body: { Version, Alt, ...(Picture !== undefined && { Picture }) },
  });
};
const shown = async () => (await app.call(reseller, catalogue.product, { params })).Result!;
const fetchPicture = (url: string) => app.app.inject({ method: "GET", url });
const addressOf = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString("base64")}`;
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c2410c" } }).withMetadata({
    exif: { IFD0: { Artist: "Ada" } },
  });

test("a picture in each format is drawn anew, served under its hash, and shown with what it is said to show", async () => {
  const files = [
    addressOf("jpeg", await drawn(1200, 600).jpeg().toBuffer()),
    addressOf("webp", await drawn(500, 500).webp().toBuffer()),
    pngAddress(pngOf(100, 80)),
  ];
  const sizes = [];
  for (const file of files) {
    expect((await show(file, "An envelope behind a shield")).status).toBe(200);
    const { ImageSrc, ImageAlt } = await shown();
    expect([ImageSrc, ImageAlt]).toEqual([
      expect.stringMatching(/^\/product-pictures\/[0-9a-f]{64}\.webp$/),
      "An envelope behind a shield",
    ]);
    const { headers, rawPayload } = await fetchPicture(ImageSrc!);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
    });
    expect(rawPayload.includes("Ada")).toBe(false);
    const { width, height } = await sharp(rawPayload).metadata();
    sizes.push([width, height]);
  }
  expect(sizes).toEqual([
    [384, 192],
    [384, 384],
    [100, 80],
  ]);
  const { ImageSrc } = await shown();
  expect((await show(undefined, "A shield")).Result).toMatchObject({ ImageSrc, ImageAlt: "A shield" });
  expect((await show(null)).Result).toMatchObject({ ImageSrc: null, ImageAlt: "" });
  expect((await shown()).ImageSrc).toBeNull();
  expect((await fetchPicture(ImageSrc!)).statusCode).toBe(404);
  expect(await app.sql("select from product_pictures")).toHaveLength(0);
});

test("what cannot be a picture of a product is refused in words on its field", async () => {
  const refusal = async (picture: string) => {
    const { status, Error: code, Errors } = await show(picture);
    return [status, code, Errors?.["Picture"]];
  };
  const pixels = "Each side must be between 64 and 4000.";
  expect(await refusal(pngAddress(pngOf(40, 80)))).toEqual([
    422,
    "pictureInvalid",
    `The picture is 40 by 80 pixels. ${pixels}`,
  ]);
  expect(await refusal(pngAddress(pngOf(4001, 70)))).toEqual([
    422,
    "pictureInvalid",
    `The picture is 4001 by 70 pixels. ${pixels}`,
  ]);
  const unreadable = "This picture cannot be read. Save it again as PNG, JPEG or WebP and choose it once more.";
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>',
  );
  for (const bytes of [svg, pngOf(90, 90).subarray(0, 60), await drawn(90, 90).tiff().toBuffer()])
    expect(await refusal(addressOf("png", bytes))).toEqual([422, "pictureInvalid", unreadable]);
  expect((await refusal(addressOf("svg+xml", svg)))[0]).toBe(400);
  expect((await refusal(addressOf("png", Buffer.alloc(1_000_001))))[1]).toBe("pictureInvalid");
});
