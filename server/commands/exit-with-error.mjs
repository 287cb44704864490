/** Prints an error and exits; with 78 (EX_CONFIG) if a supervisor should not start the program again. */
export function exitWithError(message, { isPermanent = false } = {}) {
  process.stderr.write(`fairlead: ${message}\n`);
  process.exit(isPermanent ? 78 : 1);
}
