/** A variable as a line that a shell reads back to the very same value: `eval "$(npm run -s status)"`. */
export function shellLine(name: string, value: string): string {
  const plain = /^[\w./:@%+,=-]*$/.test(value);
  return `${name}=${plain ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`}\n`;
}
