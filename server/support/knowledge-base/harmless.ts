import sanitize from "sanitize-html";

/** What an article may hold; of everything else only the words stay. */
const allowed =
  "h2 h3 h4 p br hr strong em b i u s sub sup ul ol li blockquote code pre kbd table thead tbody tr th td a img".split(
    " ",
  );

/** An article as it may be shown. `pictures` are the addresses of those it shows, as they were written. */
export type Harmless = { html: string; words: string; pictures: string[] };

/**
 * Makes HTML harmless that somebody typed elsewhere: nothing in it acts, looks like the portal or loads from another host. Only
 * links to `https` pages stay links. `pictureAt` gives our own address of a picture; one without is left out.
 */
export function harmless(html: string, pictureAt: (address: string) => string | undefined = () => undefined): Harmless {
  const pictures: string[] = [];
  const clean = sanitize(html, {
    allowedTags: allowed,
    allowedAttributes: { a: ["href"], img: ["src", "alt"], th: ["scope"] },
    allowedSchemes: ["https"],
    allowedSchemesByTag: { img: ["https", "http"] },
    allowProtocolRelative: false,
    transformTags: {
      h1: "h2",
      img: (_, { src = "", alt = "" }) => {
        pictures.push(src);
        const ours = pictureAt(src);
        return { tagName: "img", attribs: { src: ours ?? "", alt } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
  });
  const words = sanitize(clean.replace(/<(?=\/?(?:p|li|h[2-4]|br|tr|td|th|pre|blockquote)\b)/g, " <"), {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: (text) =>
      text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  });
  return { html: clean, words: words.replace(/\s+/g, " ").trim(), pictures };
}
