import { logoBox } from "@tradewind/domain/portal/white-label.ts";

const widest = logoBox.width * logoBox.finest;
const highest = logoBox.height * logoBox.finest;
const kinds = ["image/png", "image/svg+xml"];
const notOurs = "This file is neither a PNG nor an SVG picture. Save the logo as one of these and choose it again.";
const unreadable = "This picture cannot be read. Save it again and choose it once more.";
const tooHeavy = `The picture is larger than ${logoBox.bytes / 1000} kB. Save it smaller and choose it again.`;

/**
 * Redraws the chosen file in the browser and returns it as a PNG data URL: a PNG is scaled down if it is larger than a
 * logo can be, an SVG is drawn at the largest size. Rejects with a sentence to show.
 */
export async function readLogo(file: File): Promise<string> {
  if (!kinds.includes(file.type)) return refuse(notOurs);
  const source = URL.createObjectURL(file);
  try {
    const picture = Object.assign(new Image(), { src: source });
    await picture.decode().catch(() => refuse(unreadable));
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width === 0 || height === 0) return await refuse("The SVG does not say its size. Save it with a viewBox.");
    const fit = Math.min(widest / width, highest / height);
    const address = drawn(picture, file.type === "image/svg+xml" ? fit : Math.min(1, fit));
    return address.length > (logoBox.bytes * 4) / 3 ? await refuse(tooHeavy) : address;
  } finally {
    URL.revokeObjectURL(source);
  }
}

const refuse = (sentence: string): Promise<never> => Promise.reject(new Error(sentence));

function drawn(picture: HTMLImageElement, scale: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const pen = canvas.getContext("2d")!;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
