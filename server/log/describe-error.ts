/** Only the first line and our place: the rest may quote a visitor. */
export function describeError(error: Error): string {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const own = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0];
  const [first = ''] = error.message.split('\n');
  return [`${error.name}: ${first}`, own?.trim()].filter(Boolean).join(' ');
}
