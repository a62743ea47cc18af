import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Icon } from "../../ui/icon.tsx";
import { readLogo } from "./read-logo.ts";

type Props = {
  label: string;
  about: string;
  /** Address of the picture; null if none is set. */
  picture: string | null;
  error: string | undefined;
  disabled?: boolean;
  /** The label of the button that removes it, such as "Remove". */
  removal: string;
  onPicture: (address: string | null) => void;
};

/** Shows a picture on a light and a dark background; another is chosen by button or by dropping a file. */
export function LogoField({ label, about, picture, error, disabled, removal, onPicture }: Props) {
  const [wrong, setWrong] = useState<string>();
  const take = async (file: File) => {
    try {
      onPicture(await readLogo(file));
      setWrong(undefined);
    } catch (fault) {
      setWrong((fault as Error).message);
    }
  };
  return (
    <FileDrop
      label={label}
      about={about}
      accept="image/png,image/svg+xml"
      error={wrong ?? error}
      disabled={disabled}
      action={picture ? "Choose another" : "Choose picture"}
      onFile={(file) => void take(file)}
      others={
        picture && (
          <Button
            variant="light"
            onClick={() => {
              setWrong(undefined);
              onPicture(null);
            }}
          >
            {removal}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap gap-2">
        <Ground scheme="light" picture={picture} />
        <Ground scheme="dark" picture={picture} />
      </div>
    </FileDrop>
  );
}

/** Shows the area a logo may fill, 163 by 48, with a margin around it. */
function Ground({ scheme, picture }: { scheme: "light" | "dark"; picture: string | null }) {
  return (
    <div
      style={{ colorScheme: scheme }}
      className="grid h-[66px] w-[181px] place-items-center rounded-control border border-line bg-surface text-muted"
    >
      {picture ? (
        <img src={picture} alt={`On ${scheme}`} className="max-h-[48px] max-w-[163px]" />
      ) : (
        <span className="flex items-center gap-1.5 text-sm">
          <Icon name="none" size={14} /> No picture
        </span>
      )}
    </div>
  );
}
