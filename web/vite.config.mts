import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.mts';
import { firstLoadChunks, type FirstLoad } from './build/first-load-chunks.mts';
import { preloadFont } from './build/preload-font.mts';
import { preloadPage } from './build/preload-page.mts';
import { recordPackages } from '../deploy/sbom/record-packages.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev -w web` finds the server; the browser stays on one origin, as in production. */
const server = 'http://localhost:8080';

/** What the server answers; all other paths are the dashboard's own. */
const serverPaths = [
  '/api',
  '/auth',
  '/evaluate',
  '/internal',
  '/meta',
  '/ofrep',
  '/health',
  '/metrics',
  '/openapi.json',
];

const sources = (...names: readonly string[]): string[] => names.map((name) => here(`src/${name}`));
const features = (...names: readonly string[]): string[] =>
  sources(...names.map((name) => `features/${name}.tsx`));

const FLAGS_PAGE = here('src/features/flags/flags-page.tsx');

const audience = (...names: readonly string[]): string[] =>
  names.map((name) => here(`../libs/state/src/audience/${name}.ts`));

/** What both the list of flags and the page of a flag take from folders that offer more. */
const ofAllFlags = [
  ...audience('audience', 'answers', 'forced-value', 'known-segments', 'obstacles', 'reach'),
  ...features('compare/copy-to-namespace-dialog', 'flag/header/delete-flag-dialog'),
  ...features('flag/header/flag-state-control'),
  ...sources('features/transfer/use-export.ts', 'index/index-query.ts', 'index/use-namespace-news.ts'),
];

const firstLoad: FirstLoad = {
  shell: [here('index.html'), ...sources('main.tsx')],
  page: [FLAGS_PAGE, ...features('transfer/import-flags', 'transfer/transfer-menu'), ...ofAllFlags],
  later: [...features('health/health-name'), ...sources('components/ui/select.tsx', 'index/read-index.ts')],
  others: [
    [
      ...features('flag/flag-page', 'flag/targeting-view', 'flag/rules/rules-section'),
      ...features('flag/rollouts/rollouts-section'),
      ...sources('components/use-on-screen.ts'),
      ...ofAllFlags,
    ],
    features('segments/segment-page', 'segments/constraints/constraint-form'),
    features('console/console-page'),
  ],
};

const pureLibs = /[\\/]libs[\\/](domain|state|document|snapshot|evaluator)[\\/]src[\\/]/;

export default defineConfig({
  root: here('.'),
  // Relative, so that it runs below any prefix that a proxy strips.
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    preloadFont(/inter-latin-wght-normal-.*\.woff2$/),
    preloadPage(FLAGS_PAGE),
    compress(),
    recordPackages(here('../dist/packages/web.json')),
  ],
  resolve: {
    alias: {
      '@': here('src'),
      '@pennon/document': here('../libs/document/src/index.ts'),
      '@pennon/domain': here('../libs/domain/src/index.ts'),
      '@pennon/evaluator': here('../libs/evaluator/src/index.ts'),
      '@pennon/snapshot': here('../libs/snapshot/src/index.ts'),
      '@pennon/state': here('../libs/state/src/index.ts'),
    },
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    // The policy lets no font and no style come out of a text; the budgets are measured from the manifest.
    assetsInlineLimit: 0,
    manifest: true,
    // Every browser that runs the rest knows it.
    modulePreload: { polyfill: false },
    // In kB as written. The shell is beyond what Vite warns of; what travels is held to budgets by a test.
    chunkSizeWarningLimit: 750,
    // Compression takes its time, and is to.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // Nothing happens when a pure library is loaded: of each, a page gets the modules that it uses.
      treeshake: { moduleSideEffects: [{ test: pureLibs, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [firstLoadChunks(firstLoad)],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});
