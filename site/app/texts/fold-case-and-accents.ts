// Folds text for search: lower case, without accents.
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '–': '-',
};
const listed = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Lower case without accents: "Cœur" becomes "coeur". The same rule as for the search in SQL (private.fold_text). */
export function foldCaseAndAccents(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(listed, (letter) => letters[letter] ?? letter);
}
