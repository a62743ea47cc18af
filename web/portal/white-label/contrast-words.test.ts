import { expect, test } from "vitest";
import { contrastWords } from "./contrast-words.ts";

test("the contrast of an accent is described, and how it is adjusted if it is too low", () => {
  expect(contrastWords("#3a53d0", "light")).toEqual({
    legible: true,
    text: "On white the accent has a contrast of 6.3 to 1: text and links take it as it is.",
    button: "Buttons carry white text on #3a53d0, with 6.3 to 1.",
  });
  expect(contrastWords("#ffd400", "light")).toMatchObject({
    legible: false,
    text: expect.stringMatching(
      /^On white the accent has a contrast of 1\.4 to 1, below the 4\.5 to 1 that text needs: text and links take a darker shade, #[0-9a-f]{6}, with \d\.\d to 1\.$/,
    ) as string,
    button: expect.stringMatching(/^Buttons carry dark text on #[0-9a-f]{6}, with \d+\.\d to 1\.$/) as string,
  });
  expect(contrastWords("#101840", "dark").text).toMatch(/take a lighter shade/);
});
