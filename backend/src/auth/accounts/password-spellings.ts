// The words that a password may disguise: look-alikes of letters, signs in place of letters, words written backwards.

/** Letters of other scripts that look like Latin ones, and Latin ones that NFKD leaves as they are. */
const lookAlikes = new Map(
  [
    ['авекмнорстухіѕјԁԛԝѵһьгпи', 'abekmhopctyxisjdqwvhbrnu'],
    ['αβγδεζηικλμνορσςτυχω', 'abydezniklmvopsstuxw'],
    ['ΗΝΥΜ', 'hnym'],
    ['ıłøđħŧɑɡʋɩ', 'ilodhtagvi'],
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ].flatMap(([from = '', to = '']) =>
    [...from].map((letter, at): [string, string] => [letter, to[at] ?? '']),
  ),
);

/** Small Latin letters without accents and invisible characters: "Раsswörd", of which two are Cyrillic, is "password". */
export function withLatinLetters(text: string): string {
  const visible = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\p{Cc}\u3164\u115f\u1160]/gu, '');
  return Array.from(visible, (letter) => {
    const small = letter.toLowerCase();
    return lookAlikes.get(letter) ?? lookAlikes.get(small) ?? small;
  }).join('');
}

/** Signs that guessing programs use in place of letters; those in the second table less often. */
const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const furtherSubstitutes: Record<string, string> = {
  ...substitutes,
  '1': 'l',
  '2': 'z',
  '6': 'g',
  '8': 'b',
  '9': 'g',
  '|': 'l',
  '+': 't',
  '€': 'e',
  '()': 'o',
  '|>': 'p',
  vv: 'w',
};

/** Replaces signs by the letters that they imitate: "P@ssw0rd" becomes "password". */
function withLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign);
}

/** A text, and what it says with letters for its usual signs. */
export function spellingsOf(text: string): string[] {
  return [...new Set([text, withLetters(text)])];
}

/** With letters for signs that rarely mean one, so that even random digits become letters. */
export function withMoreLetters(text: string): string {
  return text.replaceAll(/\(\)|\|>|vv|[0-9@$!|+€]/g, (sign) => furtherSubstitutes[sign] ?? sign);
}

export function reversed(text: string): string {
  return [...text].toReversed().join('');
}
