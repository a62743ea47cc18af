import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";
import { Checkbox } from "./choice.tsx";
import { TextField } from "./text-field.tsx";

/** A form that says what is wrong when it is sent, and does not judge again before that. */
function Form({ given = "", answersIn }: { given?: string; answersIn?: number }) {
  const [name, setName] = useState(given);
  const [town, setTown] = useState("");
  const [ticked, setTicked] = useState(false);
  const [wrong, setWrong] = useState<{ name?: string; town?: string; ticked?: string }>({});
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const judge = () =>
          setWrong({
            ...(name.length < 5 ? { name: "Name is required" } : {}),
            ...(town === "" ? { town: "Town is required" } : {}),
            ...(ticked ? {} : { ticked: "This is required" }),
          });
        if (answersIn === undefined) judge();
        else setTimeout(judge, answersIn);
      }}
    >
      <TextField
        label="Name"
        value={name}
        {...(wrong.name && { error: wrong.name })}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Town"
        value={town}
        {...(town === "" ? wrong.town && { error: wrong.town } : town.length > 9 && { error: "Too long" })}
        onChange={({ target }) => setTown(target.value)}
      />
      <Checkbox
        label="I agree"
        {...(wrong.ticked && { error: wrong.ticked })}
        checked={ticked}
        onChange={({ target }) => setTicked(target.checked)}
      />
      <Button type="submit">Send</Button>
    </form>
  );
}

test("a form that is refused puts the focus on its first fault, and a fault goes as its field is changed", async () => {
  const screen = await render(<Form />);
  const send = screen.getByRole("button", { name: "Send" });
  const name = screen.getByLabelText("Name");
  await send.click();
  await expect.element(screen.getByText("Name is required")).toBeVisible();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard("Ada");
  await expect.element(screen.getByText("Name is required")).not.toBeInTheDocument();
  await expect.element(name).not.toHaveAttribute("aria-invalid");
  await expect.element(screen.getByText("Town is required")).toBeVisible();
  await screen.getByLabelText("I agree").click();
  await expect.element(screen.getByText("This is required")).not.toBeInTheDocument();

  // It is told again by the next press, also in the same words.
  await send.click();
  await expect.element(screen.getByText("Name is required")).toBeVisible();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard(" Lovelace");
  await send.click();
  await expect.element(screen.getByLabelText("Town")).toHaveFocus();
});

test("what a field finds itself while somebody types stays as long as it is true", async () => {
  const screen = await render(<Form given="Ada Lovelace" />);
  const town = screen.getByLabelText("Town");
  await town.fill("Llanfairpwll");
  await expect.element(screen.getByText("Too long")).toBeVisible();
  await userEvent.keyboard("gwyngyll");
  await expect.element(screen.getByText("Too long")).toBeVisible();
  await town.fill("Leeds");
  await expect.element(screen.getByText("Too long")).not.toBeInTheDocument();
});

test("a refusal that comes while somebody types on leaves the focus where they type", async () => {
  const screen = await render(<Form given="Ada Lovelace" answersIn={300} />);
  const name = screen.getByLabelText("Name");
  await name.click();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard(" King");
  await expect.element(screen.getByText("Town is required")).toBeVisible();
  await userEvent.keyboard("!");
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue("Ada Lovelace King!");
});
