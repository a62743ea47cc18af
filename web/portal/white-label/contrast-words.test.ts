import { expect, test } from "vitest";
import { contrastWords } from "./contrast-words.ts";

test("the contrast of an accent is described, and how it is adjusted if it is too low", () => {
  expect(contrastWords("#3a53d0", "light")).toEqual({
    legible: true,
    text: "On white the accent has a contrast of 6.3 to 1: good for text and links.",
    button: "Buttons show white text on #3a53d0, with a contrast of 6.3 to 1.",
  });
  expect(contrastWords("#ffd400", "light")).toMatchObject({
    legible: false,
    text: expect.stringMatching(
      /^On white the accent has a contrast of 1\.4 to 1, below the 4\.5 to 1 that text needs: text and links use a darker shade, #[0-9a-f]{6}, with \d\.\d to 1\.$/,
    ) as string,
    button: expect.stringMatching(
      /^Buttons show dark text on #[0-9a-f]{6}, with a contrast of \d+\.\d to 1\.$/,
    ) as string,
  });
  expect(contrastWords("#101840", "dark").text).toMatch(/use a lighter shade/);
});
