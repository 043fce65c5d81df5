import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// Where `carteado serve` listens; CARTEADO_SERVER points the development server at another room.
const server = process.env.CARTEADO_SERVER ?? 'http://127.0.0.1:8017';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  // Vitest would otherwise take Svelte's server build
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/carteado/static',
    emptyOutDir: true,
    // data: URLs are not in the page's content security policy
    assetsInlineLimit: 0,
    target: ['es2022', 'chrome107', 'firefox104', 'safari16'],
  },
  server: {
    proxy: {
      // the Host header is left as the browser sent it: the server compares Origin with it
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, changeOrigin: false, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', '*.test.ts'],
    restoreMocks: true,
  },
});
