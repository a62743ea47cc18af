import "../ui/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { makeQueryClient } from "../platform/queries.ts";
import { loadSso } from "../platform/tokens.ts";
import { addIcons } from "../ui/icon.tsx";
import { moreIcons } from "../ui/more-icons.ts";
import { applyDensity } from "../platform/density.ts";
import { applyScheme } from "../platform/theme.ts";
import { organisationChanged } from "./organisation.ts";
import { reloadForNewVersion } from "./reload-once.ts";
import { makeRouter } from "./router.tsx";

reloadForNewVersion();
addIcons(moreIcons);
applyScheme();
applyDensity();
const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

if (organisationChanged()) void loadSso().then((sso) => sso.switchOrganisation());
else
  createRoot(document.querySelector("#root")!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
