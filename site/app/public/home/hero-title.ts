/**
 * The title as RichText: a line each, and the ring around what stands between stars, else around the last word, because
 * the line of the page begins there.
 */
export function heroTitle(title: string): string {
  const plain = title.trim().replaceAll(/[<>]/g, '');
  const marked = /\*[^*]+\*/.test(plain) ? plain : plain.replace(/\S+$/, '*$&*');
  return marked
    .replaceAll(/\s*\n\s*/g, ' <newLine></newLine>')
    .replace(/\*([^*]+)\*/, '<ring>$1</ring>')
    .replaceAll('*', '');
}
