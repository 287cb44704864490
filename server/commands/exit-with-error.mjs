/** Prints an error and exits. `message` names the problem and the fix. */
export function exitWithError(message) {
  process.stderr.write(`fairlead: ${message}\n`);
  process.exit(1);
}
