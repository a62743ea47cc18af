import { expect, test } from "vitest";
import { fileEndings, kindOfFile, largestFile } from "./sent-files.ts";

const bytes = (hex: string, ascii = "") =>
  Uint8Array.from([...Buffer.from(hex, "hex"), ...Buffer.from(ascii, "latin1")]);
const kind = (name: string, content: Uint8Array) => {
  const found = kindOfFile(name, content);
  return "kind" in found ? found.kind.mediaType : undefined;
};
const wrong = (name: string, content: Uint8Array) => {
  const found = kindOfFile(name, content);
  return "wrong" in found ? found.wrong : undefined;
};

/** The smallest complete file of each type, with the start and end that its format requires. */
const whole: Record<string, { content: Uint8Array; endings: string[] }> = {
  "image/png": {
    content: bytes(`89504e470d0a1a0a0000000d49484452${"00".repeat(13)}49454e44ae426082`),
    endings: ["png"],
  },
  "image/jpeg": { content: bytes("ffd8ffe000104a464946ffd9"), endings: ["jpg", "jpeg"] },
  "image/gif": { content: bytes("", "GIF89a pixels;"), endings: ["gif"] },
  "image/webp": { content: bytes("524946462400000057454250", "VP8 "), endings: ["webp"] },
  "application/pdf": { content: bytes("", "%PDF-1.7\n%%EOF"), endings: ["pdf"] },
  "application/zip": { content: bytes("504b0304", "rest"), endings: ["zip", "docx", "xlsx", "pptx"] },
  "text/plain": { content: bytes("", "12:00 the line went dead"), endings: ["txt", "log", "csv", "json"] },
};
const kinds = Object.entries(whole);

test.each(kinds)("%s is told from its bytes and taken under each of its endings, in any letters", (mediaType, file) => {
  for (const ending of file.endings) {
    expect(kind(`screen.shot.${ending}`, file.content)).toBe(mediaType);
    expect(kind(`SCREEN.${ending.toUpperCase()}`, file.content)).toBe(mediaType);
  }
});

test.each(kinds)("%s under the ending of another kind is refused by what its name says", (_, file) => {
  for (const [, other] of kinds.filter(([, { content }]) => content !== file.content))
    for (const ending of other.endings)
      expect(wrong(`a.${ending}`, file.content)).toBe(
        `The content of this file does not match its name (.${ending}). Save it again and try again.`,
      );
});

test("a picture that was cut off or is another format inside is not a picture", () => {
  for (const name of ["image/png", "image/jpeg", "image/gif"]) {
    const { content, endings } = whole[name]!;
    expect(kind(`a.${endings[0]}`, content.subarray(0, -1))).toBeUndefined();
    expect(kind(`a.${endings[0]}`, Uint8Array.from([0, ...content]))).toBeUndefined();
  }
  expect(kind("a.gif", bytes("", "GIF87a pixels;"))).toBe("image/gif");
  expect(kind("a.gif", bytes("", "GIF80a pixels;"))).toBeUndefined();
  expect(kind("a.webp", bytes("524946462400000057415645", "fmt "))).toBeUndefined();
  expect(kind("a.webp", bytes("524946582400000057454250", "VP8 "))).toBeUndefined();
});

test("endings that the chooser offers are those that are taken", () => {
  expect(fileEndings.toSorted()).toEqual(kinds.flatMap(([, { endings }]) => endings).toSorted());
  const taken = "This kind of file is not accepted. Send a picture, a PDF, an Office document, a ZIP or plain text.";
  for (const name of ["setup.exe", "page.html", "drawing.svg", "README", "archive.zip.", ".", "photo.png.exe"])
    expect(wrong(name, whole["text/plain"]!.content)).toBe(taken);
});

test("a file is neither empty nor larger than five million bytes", () => {
  expect(largestFile).toBe(5_000_000);
  expect(wrong("a.txt", new Uint8Array())).toBe("This file is empty.");
  expect(kind("a.txt", new Uint8Array(largestFile).fill(65))).toBe("text/plain");
  expect(wrong("a.txt", new Uint8Array(largestFile + 1).fill(65))).toBe(
    "This file is larger than 5 MB. Send a smaller one.",
  );
});

test("text may be in any language, and nothing but text", () => {
  const text = (content: Uint8Array) => kind("a.txt", content) === "text/plain";
  expect(text(new TextEncoder().encode("Žluťoučký kůň"))).toBe(true);
  expect(text(Uint8Array.of(0xff, 0xfe, 0x41))).toBe(false);
  expect(text(Uint8Array.of(0x41, 0, 0x42))).toBe(false);
});
