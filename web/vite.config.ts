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

/** The fields of an endpoint that the browser reads, beside `body` where a form checks it before it is sent. */
const readInBrowser = new Set(["method", "path", "access", "flag", "file", "reads"]);

/** Finds the endpoints whose bodies a form checks: `transfers.ask.body` somewhere in a screen. */
async function bodiesChecked(): Promise<ReadonlySet<string>> {
  const checked = new Set<string>();
  for await (const file of fs.glob("**/*.{ts,tsx}", { cwd: import.meta.dirname, exclude: skipped }))
    for (const [, name] of (await fs.readFile(path.join(import.meta.dirname, file), "utf8")).matchAll(
      /\b(\w+\.\w+)\.body\b/g,
    ))
      checked.add(name!);
  return checked;
}
const skipped = (name: string) => /^(node_modules|dist|\.cache)$/.test(path.basename(name));

/**
 * Strips the contract down to the fields the browser reads: few pages need a schema library then.
 */
function leanContract(): Plugin {
  let checked: ReadonlySet<string>;
  return {
    name: "lean-contract",
    apply: "build",
    async buildStart() {
      checked = await bodiesChecked();
    },
    transform: {
      filter: { id: /\/contract\/[\w/-]+\.ts$/ },
      handler(code) {
        const cuts: [number, number][] = [];
        /** Where calls begin: none of the contract's does anything but make what it returns, if that is used. */
        const calls = new Set<number>();
        /** Where those begin that are made for what they do. */
        const effects = new Set<number>();
        /** The name of each endpoint that is a member of a group, by where its definition begins. */
        const names = new Map<number, string>();
        new Visitor({
          VariableDeclarator({ id, init }) {
            if (id.type !== "Identifier" || init?.type !== "ObjectExpression") return;
            for (const member of init.properties)
              if (member.type === "Property" && member.key.type === "Identifier")
                names.set(member.value.start, `${id.name}.${member.key.name}`);
          },
          ExpressionStatement({ expression }) {
            effects.add(expression.start);
          },
          CallExpression({ start, callee, arguments: [definition] }) {
            if (callee.type !== "Identifier" || callee.name !== "endpoint" || definition?.type !== "ObjectExpression") {
              calls.add(start);
              return;
            }
            cuts.push([callee.start, callee.end]);
            const name = names.get(start);
            definition.properties.forEach((property, at, all) => {
              if (property.type !== "Property" || property.key.type !== "Identifier") return;
              const isRead = readInBrowser.has(property.key.name);
              const isChecked = property.key.name === "body" && name !== undefined && checked.has(name);
              if (!isRead && !isChecked) cuts.push([property.start, all[at + 1]?.start ?? property.end]);
            });
          },
        }).visit(this.parse(code));
        const edits = [
          ...cuts.map(([from, to]) => ({ from, to, text: "" })),
          ...[...calls]
            .filter((at) => !effects.has(at) && !cuts.some(([from, to]) => from <= at && at < to))
            .map((at) => ({ from: at, to: at, text: "/* @__PURE__ */ " })),
        ].toSorted((a, b) => b.from - a.from);
        const lean = edits.reduce((all, { from, to, text }) => all.slice(0, from) + text + all.slice(to), code);
        // Drop a module with nothing left that a page reads.
        return { code: lean, map: null, moduleSideEffects: false };
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  appType: "mpa",
  plugins: [tailwindcss(), react(), tablesAsData(), leanContract(), compileAhead(), preloadFont(), precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // The licences of what scripts are made of, for `npm run notices`; it is not served.
    license: true,
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    cssTarget: ["chrome123", "edge123", "firefox128", "safari17.5"],
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Making a schema, or a value for each detail, has no side effects: drop those that no page reads.
      treeshake: { manualPureFunctions: ["z", "eachDetail"] },
      input: {
        index: `${import.meta.dirname}/index.html`,
        auth: `${import.meta.dirname}/auth.html`,
        payment: `${import.meta.dirname}/payment-page.html`,
        card: `${import.meta.dirname}/card-page.html`,
        chat: `${import.meta.dirname}/live-chat.html`,
      },
    },
  },
});
