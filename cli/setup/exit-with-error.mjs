/** Ends with one line that names what is wrong and what to do. */
export function refuse(message) {
  process.stderr.write(`fairlead: ${message}\n`);
  process.exit(1);
}

/** The same, where there is something wrong. */
export function refuseFor(message) {
  if (message !== null) refuse(message);
}
