/** A shell reads the very same value back: `eval "$(./fairlead status)"`. */
export function shellAssignment(name: string, value: string): string {
  const plain = /^[\w./:@%+,=-]*$/.test(value);
  return `${name}=${plain ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`}\n`;
}
