// Turns text into SVG paths with the letters of the site's own fonts, so that a picture depends on no installed font.
interface Letter {
  width: number;
  path: string;
  /** By next character: the change of the width. */
  kerning: ReadonlyMap<string, number>;
}

export type FontFaceName = 'display700' | 'display800' | 'text600';
type Face = ReadonlyMap<string, Letter>;

/** In font units, a thousand to the em, from the start of the base line. */
type TextOutline = Pick<Letter, 'width' | 'path'>;

export type TextOutliner = (text: string, face: FontFaceName) => TextOutline;

let loading: Promise<TextOutliner> | undefined;

/** Loads the letters for the first picture, because they are 230 KB. */
export function loadTextOutliner(): Promise<TextOutliner> {
  loading ??= (async () => {
    const { default: outlines } = await import('./outlines.json', { with: { type: 'json' } });
    const text600 = readFace(outlines.text600);
    const faces: Record<FontFaceName, Face> = {
      text600,
      display700: new Map([...withoutKerning(text600), ...readFace(outlines.display700)]),
      display800: new Map([...withoutKerning(text600), ...readFace(outlines.display800)]),
    };
    return (text, face) => outlineText(text, faces[face]);
  })();
  return loading;
}

function outlineText(text: string, face: Face): TextOutline {
  let path = '';
  let width = 0;
  let kerning: Letter['kerning'] = new Map();
  for (const character of drawableText(text, face)) {
    const letter = face.get(character);
    if (!letter) continue;
    width += kerning.get(character) ?? 0;
    path += `M${width} 0${letter.path}`;
    width += letter.width;
    ({ kerning } = letter);
  }
  return { width, path };
}

/**
 * A character that the fonts lack becomes those it is composed of (a letter without its accent); dashes are alike. What
 * is still missing is left out with the space beside it.
 */
function drawableText(text: string, face: Face): string {
  return [...text.normalize('NFC')]
    .flatMap((character) => {
      if (face.has(character)) return character;
      return /\p{Pd}/u.test(character) ? '-' : [...character.normalize('NFKD')];
    })
    .filter((character) => face.has(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
}

function readFace({ letters, kerning }: Record<'letters' | 'kerning', Record<string, string>>): Face {
  const changes = new Map(
    Object.entries(kerning).flatMap(([firsts, row]) => {
      const changeByNext = new Map(row.split('\n').flatMap(readChange));
      return [...firsts].map((first) => [first, changeByNext] as const);
    }),
  );
  return new Map(
    Object.entries(letters).map(([character, letter]) => {
      const space = letter.indexOf(' ');
      const width = Number(letter.slice(0, space));
      const path = letter.slice(space + 1);
      return [character, { width, path, kerning: changes.get(character) ?? new Map() }];
    }),
  );
}

function readChange(line: string): [string, number][] {
  const colon = line.indexOf(':');
  return Array.from(line.slice(colon + 1), (next) => [next, Number(line.slice(0, colon))]);
}

/** Letters that complete another face. */
function withoutKerning(face: Face): Face {
  return new Map([...face].map(([character, letter]) => [character, { ...letter, kerning: new Map() }]));
}
