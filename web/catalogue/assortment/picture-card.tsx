import { assortment, type AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { pictureBox } from "@tradewind/domain/catalogue/product-words.ts";
import { useState } from "react";
import { ProductDrawing } from "../../shared/product-icon.tsx";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Card } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useChange } from "./assortment.queries.ts";
import { ChangeNotices } from "./change-notices.tsx";

const kinds = ["image/png", "image/jpeg", "image/webp"];
const megabytes = pictureBox.bytes / 1_000_000;

type Draft = { picture?: string | null; alt: string };

/** Gives a product a picture, and says what it shows; without one it has its drawing. */
export function PictureCard({ product }: { product: AssortedProduct }) {
  const { ProductId: productId, Version, ImageSrc, ImageAlt } = product;
  const [draft, setDraft] = useState<Draft>();
  const [wrong, setWrong] = useState<string>();
  const save = useChange(assortment.picture, "The picture was saved", () => setDraft(undefined));
  const picture = draft?.picture === undefined ? ImageSrc : draft.picture;
  const alt = draft?.alt ?? ImageAlt;
  const change = (part: Partial<Draft>) => {
    save.reset();
    setWrong(undefined);
    setDraft({ alt, ...draft, ...part });
  };
  const take = async (file: File) => {
    if (!kinds.includes(file.type))
      setWrong("This is no PNG, JPEG or WebP picture. Save it as one and choose it again.");
    else if (file.size > pictureBox.bytes)
      setWrong(`The picture is larger than ${megabytes} MB. Save it smaller and choose it again.`);
    else change({ picture: await addressOf(file) });
  };
  const fields = save.error?.fields ?? {};
  const discard = () => (save.reset(), setDraft(undefined));
  return (
    <Card title="Picture">
      <div className="grid gap-4">
        <ChangeNotices
          isOvertaken={false}
          fault={Object.keys(fields).length > 0 ? null : save.error}
          onTheirs={discard}
        />
        <FileDrop
          label="On cards, its page and orders"
          about={`PNG, JPEG or WebP, up to ${megabytes} MB and ${pictureBox.most} pixels a side. A square fills its place. Use no trademark that is not ours to show.`}
          accept={kinds.join(",")}
          error={wrong ?? fields["Picture"]}
          action={picture ? "Choose another" : "Choose picture"}
          onFile={(file) => void take(file)}
          others={
            picture && (
              <Button variant="light" onClick={() => change({ picture: null, alt: "" })}>
                Back to the drawing
              </Button>
            )
          }
        >
          <div className="flex flex-wrap gap-2">
            {(["light", "dark"] as const).map((scheme) => (
              <div
                key={scheme}
                style={{ colorScheme: scheme }}
                className="grid size-24 place-items-center overflow-hidden rounded-control border border-line bg-surface text-muted"
              >
                {picture ? (
                  <img src={picture} alt={`On ${scheme}`} className="size-full object-contain" />
                ) : (
                  <span aria-hidden="true">
                    <ProductDrawing icon={product.Icon} name={product.Words?.Name ?? productId} size={36} />
                  </span>
                )}
              </div>
            ))}
          </div>
        </FileDrop>
        {picture && (
          <TextField
            label="What it shows"
            hint="Read to those who do not see it; empty if it shows no more than the name says"
            optional
            maxLength={120}
            value={alt}
            error={fields["Alt"]}
            onChange={({ target }) => change({ alt: target.value })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={!draft}
            busy={save.isPending}
            onClick={() =>
              draft &&
              save.mutate({
                params: { productId },
                body: {
                  Version,
                  Alt: draft.alt,
                  ...(draft.picture !== undefined && { Picture: draft.picture }),
                },
              })
            }
          >
            Save picture
          </Button>
          {draft && <Button onClick={discard}>Discard</Button>}
        </div>
      </div>
    </Card>
  );
}

const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(file);
  });
