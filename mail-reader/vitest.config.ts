import { defineConfig } from 'vitest/config';

/** `npm test -w mail-reader`. */
export default defineConfig({
  test: {
    include: ['{src,corpus}/**/*.test.ts'],
    // The files of a worker share modules.
    isolate: false,
    // Generous, because a busy machine is slow, not wrong.
    testTimeout: 30_000,
  },
});
