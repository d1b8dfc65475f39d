import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // State classes are compiled as for a server: nothing is memoised, so a test reads what is derived as of now.
  plugins: [svelte()],
  test: {
    include: ['test/unit/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    maxWorkers: 2,
    // Half of the time went into importing the same libraries for each file; what a test changes, it puts back.
    isolate: false,
  },
});
