import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.mts';
import { firstPageChunks, type PageSources } from './build/page-chunks.mts';
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

const features = (...names: readonly string[]): string[] =>
  names.map((name) => here(`src/features/${name}.tsx`));

/** The pages that people spend their time on; what they share is put into few files. */
const pages: PageSources = {
  flags: features('flags/flags-page'),
  flag: features(
    'flag/flag-page',
    'flag/targeting-view',
    'flag/rules/rules-section',
    'flag/rollouts/rollouts-section',
  ),
  segment: features('segments/segment-page'),
  console: features('console/console-page'),
};

export default defineConfig({
  root: here('.'),
  // Relative, so that it runs below any prefix that a proxy strips.
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    preloadFont(/inter-latin-wght-normal-.*\.woff2$/),
    preloadPage(here('src/features/flags/flags-page.tsx')),
    compress(),
    recordPackages(here('../dist/packages/web.json')),
  ],
  resolve: {
    alias: {
      '@': here('src'),
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
    chunkSizeWarningLimit: 700,
    // Compression takes its time, and is to.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one file: it compresses better than the pieces that pages share.
            { name: 'shell', tags: ['$initial'], priority: 1 },
            firstPageChunks('flags', ['flag', 'segment'], pages),
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});
