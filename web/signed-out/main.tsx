import "../ui/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyScheme } from "../platform/theme.ts";
import { SignedOut } from "./signed-out.tsx";

applyScheme();
createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <SignedOut />
  </StrictMode>,
);
