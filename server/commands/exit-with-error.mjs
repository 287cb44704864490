/** `message` names what is wrong and the fix. */
export function exitWithError(message) {
  process.stderr.write(`fairlead: ${message}\n`);
  process.exit(1);
}
