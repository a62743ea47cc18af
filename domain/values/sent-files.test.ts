import { expect, test } from "vitest";
import { fileEndings, typeOfFile } from "./sent-files.ts";

test.each([
  ["screen.PNG", "image/png"],
  ["photo.jpeg", "image/jpeg"],
  ["IMG_0001.HEIC", "image/heic"],
  ["scan.of.letter.pdf", "application/pdf"],
  ["list.xlsx", "application/zip"],
  ["output.txt", "text/plain"],
  ["numbers.csv", "text/plain"],
])("%s is taken as %s, whatever is in it", (name, mediaType) => expect(typeOfFile(name, 1)).toEqual({ mediaType }));

test("endings that the chooser offers are those that are taken", () => {
  expect(fileEndings.filter((ending) => "wrong" in typeOfFile(`a.${ending}`, 1))).toEqual([]);
  const wrong = "This kind of file is not accepted. Send a picture, a PDF, an Office document, a ZIP or plain text.";
  for (const name of ["setup.exe", "page.html", "drawing.svg", "README", "archive.zip.", ".", "photo.png.exe"])
    expect(typeOfFile(name, 1)).toEqual({ wrong });
  expect(typeOfFile("a.zip", 1, { endings: ["pdf"], words: "a PDF" })).toEqual({
    wrong: "This kind of file is not accepted. Send a PDF.",
  });
});

test("a file is neither empty nor larger than five million bytes", () => {
  expect(typeOfFile("a.txt", 0)).toEqual({ wrong: "This file is empty." });
  expect(typeOfFile("a.txt", 5_000_000)).toEqual({ mediaType: "text/plain" });
  expect(typeOfFile("a.txt", 5_000_001)).toEqual({ wrong: "This file is larger than 5 MB. Send a smaller one." });
});
