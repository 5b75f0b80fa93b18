import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.mts';
import { preloadFont } from './build/preload-font.mts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev -w web` finds the server; the browser stays on one origin, as in production. */
const server = 'http://localhost:8080';

/** What the server answers; all other paths are the dashboard's own (contract/dashboard.md 5.5). */
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

export default defineConfig({
  root: here('.'),
  // Relative, so that it runs below any prefix that a proxy strips (contract/dashboard.md 1.1).
  base: './',
  plugins: [react(), tailwindcss(), preloadFont(/inter-latin-wght-normal-.*\.woff2$/), compress()],
  resolve: {
    alias: {
      '@': here('src'),
      '@pennon/domain': here('../libs/domain/src/index.ts'),
      '@pennon/evaluator': here('../libs/evaluator/src/index.ts'),
      '@pennon/snapshot': here('../libs/snapshot/src/index.ts'),
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
      // What every page needs is one file: it compresses better than the pieces that pages share.
      output: { codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});
