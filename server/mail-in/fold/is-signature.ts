/**
 * Whether lines below two dashes are a signature: few and short, with a name, an address or a number, or no sentence.
 * `isExact`: a space is behind the dashes, as programs write them. `fromWords`: the name of the sender.
 */
export function isSignature(
  words: readonly string[],
  isExact: boolean,
  fromWords: readonly string[],
): boolean {
  const text = words.join('\n').toLowerCase();
  if (/[?？؟]\s*$/mu.test(text)) return false;
  const isBrief =
    words.length <= (isExact ? 14 : 8) && words.every((line) => line.length <= (isExact ? 200 : 72));
  const hasContact = /\S@[^\s@]+\.\S|https?:\/\/|www\.|(\+|\b)\d[\d\s().-]{6,}\d/.test(text);
  const hasName = fromWords.some((word) => text.includes(word));
  if (hasName || hasContact) return isBrief || isExact;
  // Lines without a verb's end: names, a place, a firm.
  return (
    isBrief &&
    words.every((line) => line.length <= 60 && !/[.!:;]\s*$|[:：]\s|\d{3}/u.test(line.trim())) &&
    words.length > 0
  );
}
