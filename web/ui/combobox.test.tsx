import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Combobox, type Option } from "./combobox.tsx";

const plans: readonly Option[] = ["Basic", "Premium"].map((label) => ({ id: label, label }));

test("what is still shown of an earlier text cannot be chosen", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  function Plan() {
    const [plan, setPlan] = useState<Option | null>(null);
    return (
      <Combobox
        label="Plan"
        value={plan}
        onValue={setPlan}
        search={async (text) => {
          if (text === "") return plans;
          await answered;
          return plans.filter(({ label }) => label.includes(text));
        }}
      />
    );
  }
  const screen = await render(<Plan />);
  const plan = screen.getByRole("combobox", { name: "Plan" });
  await plan.click();
  const basic = screen.getByRole("option", { name: "Basic" });
  await expect.element(basic).not.toHaveAttribute("aria-disabled");
  await plan.fill("Premium");
  await expect.element(basic).toHaveAttribute("aria-disabled", "true");
  await basic.click({ force: true });
  await expect.element(plan).toHaveValue("Premium");
  await expect.element(plan).toHaveAttribute("aria-expanded", "true");
  answer();
  await expect.element(basic).not.toBeInTheDocument();
  await screen.getByRole("option", { name: "Premium" }).click();
  await expect.element(plan).toHaveAttribute("aria-expanded", "false");
});
