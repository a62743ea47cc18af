import { logoBox } from "@tradewind/domain/portal/white-label.ts";

const widest = logoBox.width * logoBox.finest;
const highest = logoBox.height * logoBox.finest;
const notOurs = "This file is neither a PNG nor an SVG picture. Save the logo as one of these and choose it again.";
const tooHeavy = `The picture is larger than ${logoBox.bytes / 1000} kB. Save it smaller and choose it again.`;

/**
 * A chosen file as a data address. A PNG is drawn anew, so that every kind of it will do, and fitted where it is finer than
 * a logo can be. Rejects with a sentence to show.
 */
export async function readLogo(file: File): Promise<string> {
  if (file.type === "image/svg+xml") return file.size > logoBox.bytes ? refuse(tooHeavy) : addressOf(file);
  if (file.type !== "image/png") return refuse(notOurs);
  const picture = await createImageBitmap(file).catch(() => refuse("This PNG cannot be read. Save it again."));
  const address = drawn(picture, Math.min(1, widest / picture.width, highest / picture.height));
  return address.length > (logoBox.bytes * 4) / 3 ? refuse(tooHeavy) : address;
}

const refuse = (sentence: string): Promise<never> => Promise.reject(new Error(sentence));

function drawn(picture: ImageBitmap, scale: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext("2d")!;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

const addressOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("The file could not be read. Choose it again."));
    reader.readAsDataURL(file);
  });
