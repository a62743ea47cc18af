import fs from "node:fs/promises";
import path from "node:path";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { Visitor } from "rolldown/utils";

const compressible = /\.(js|css|html|svg|json|woff2?)$/;

/** Writes `.br` and `.gz` files beside every text file, so that serving needs no compression. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => compressible.test(name) && !name.endsWith("woff2"));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(dir!, name);
          const source = await fs.readFile(file);
          if (source.length < 512) return;
          const quality = {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
          };
          const [brotli, zipped] = await Promise.all([
            promisify(brotliCompress)(source, quality),
            promisify(gzip)(source, { level: 9 }),
          ]);
          await Promise.all([fs.writeFile(`${file}.br`, brotli), fs.writeFile(`${file}.gz`, zipped)]);
        }),
      );
    },
  };
}

/** Makes Chromium compile a script at once off the main thread, not function by function on first call. */
function compileAhead(): Plugin {
  return {
    name: "compile-ahead",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk") chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

/** Loads the font with the page and not after the first text, which would then be laid out twice. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith(".woff2"))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` },
            injectTo: "head",
          })),
    },
  };
}

/** Preloads the dependencies of a lazy part, in a fifth of the bytes of Vite's helper: our styles are one file. */
function smallPreload(): Plugin {
  return {
    name: "small-preload",
    apply: "build",
    enforce: "pre",
    load: (id) =>
      id.endsWith("vite/preload-helper.js")
        ? `export const __vitePreload = (load, files = []) => {
             for (const file of files)
               document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/" + file }));
             return load().catch((error) => {
               const event = new Event("vite:preloadError", { cancelable: true });
               event.payload = error;
               dispatchEvent(event);
               if (!event.defaultPrevented) throw error;
             });
           };`
        : undefined,
  };
}

/** Modules of which the browser needs only the result: plain data instead of every endpoint they are built from. */
function tablesAsData(): Plugin {
  const tables: Readonly<Record<string, object>> = { screens, acts };
  return {
    name: "tables-as-data",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /\/contract\/(screens|acts)\.ts$/ },
      handler(id) {
        const name = path.basename(id, ".ts");
        return `export const ${name} = ${JSON.stringify(tables[name])};`;
      },
    },
  };
}

/** The fields of an endpoint that the browser reads; `body` checks forms before they are sent. */
const readInBrowser = new Set(["method", "path", "access", "body", "file", "reads"]);

/**
 * Strips the contract down to the fields the browser reads: without response schemas few pages need a schema library.
 */
function leanContract(): Plugin {
  return {
    name: "lean-contract",
    apply: "build",
    transform: {
      filter: { id: /\/contract\/[\w/-]+\.ts$/ },
      handler(code) {
        const cuts: [number, number][] = [];
        new Visitor({
          CallExpression({ callee, arguments: [definition] }) {
            if (callee.type !== "Identifier" || callee.name !== "endpoint" || definition?.type !== "ObjectExpression")
              return;
            cuts.push([callee.start, callee.end]);
            definition.properties.forEach((property, at, all) => {
              if (property.type !== "Property" || property.key.type !== "Identifier") return;
              if (!readInBrowser.has(property.key.name))
                cuts.push([property.start, all[at + 1]?.start ?? property.end]);
            });
          },
        }).visit(this.parse(code));
        const lean = cuts.reduceRight((text, [from, to]) => text.slice(0, from) + text.slice(to), code);
        // Drop a module with nothing left that a page reads: creating schemas has no side effects.
        return { code: lean, map: null, moduleSideEffects: false };
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  appType: "mpa",
  plugins: [
    tailwindcss(),
    react(),
    tablesAsData(),
    leanContract(),
    compileAhead(),
    smallPreload(),
    preloadFont(),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // What scripts are made of, for `npm run notices`; it is not served.
    license: { fileName: ".vite/packages.json" },
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    cssTarget: ["chrome123", "edge123", "firefox128", "safari17.5"],
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first scripts name every screen: with what each needs they would be 3 kB longer, and longer with each screen.
      // What a screen lacks is fetched when it comes, while the session is read or the pointer rests on a link.
      resolveDependencies: (_, needed, { hostId }) => (/\/(auth|index)-/.test(hostId) ? [] : needed),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Making a schema, or a value for each detail, has no side effects: drop those that no page reads.
      treeshake: { manualPureFunctions: ["z", "eachDetail"] },
      input: { index: `${import.meta.dirname}/index.html`, auth: `${import.meta.dirname}/auth.html` },
      output: {
        // The first script lists every screen's files by name: short names save it a kilobyte. The manifest maps them.
        chunkFileNames: "assets/[hash:7].js",
        codeSplitting: {
          groups: [
            // Every list needs all of these, and many small files cost more than one.
            {
              name: "list",
              includeDependenciesRecursively: false,
              test: /web\/(shared\/list\/(?!table-menu-panel)|ui\/(data-table|table-row|window-rows|filter-chips)\.)/,
            },
            // What is needed together nearly always costs less in one file.
            { name: "dates", test: /domain\/values\/(dates|date-formats)\.ts/ },
            {
              name: "customers",
              includeDependenciesRecursively: false,
              test: /(contract\/customers|domain\/customers)\/customers\.ts|domain\/values\/contact-fields\.ts/,
            },
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: "router-query",
              includeDependenciesRecursively: false,
              // Only forms hold somebody back who leaves.
              test: /node_modules\/@tanstack\/(react-router(?!.*useBlocker)|router-core|history|react-store|store|react-query|query-core)\//,
            },
          ],
        },
      },
    },
  },
});
