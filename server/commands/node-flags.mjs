// The flags that a checkout starts Node with; `fairlead` and the Containerfile repeat them.
/**
 * SIGUSR1 would open an inspector. The young generation grows to 128 MB by default and is never returned to the
 * system; a smaller one collects the same garbage more often.
 */
export const nodeFlags = ['--disable-sigusr1', '--max-semi-space-size=8'];
