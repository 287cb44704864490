/** Runs the exit handlers, which Node's default for a signal does not. */
export function exitOnSignal(): void {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
