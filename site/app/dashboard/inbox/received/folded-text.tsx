import { receivedMailTexts } from './received-mail-texts.ts';
import styles from './mail.module.css';

const t = receivedMailTexts.folded;

interface Part {
  text: string;
  lines: number;
  isFolded: boolean;
}

/** `folds` are pairs of lines: the first that is folded, and the first after them. */
function partsOf(text: string, folds: readonly number[]): Part[] {
  const lines = text.split('\n');
  const parts: Part[] = [];
  function add(from: number, to: number, isFolded: boolean): void {
    const part = lines.slice(from, to);
    if (part.some((line) => line.trim() !== ''))
      parts.push({ text: part.join('\n').replaceAll(/^\n+|\n+$/g, ''), lines: part.length, isFolded });
  }
  let at = 0;
  for (let i = 0; i < folds.length; i += 2) {
    const [from = 0, to = 0] = folds.slice(i, i + 2);
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, lines.length, false);
  return parts;
}

/** The words of a mail; what it quotes and its signature are one press away. */
export function FoldedText({ text, folds }: { text: string; folds: readonly number[] }) {
  return partsOf(text, folds).map((part, index) =>
    part.isFolded ? (
      // The parts of a text that does not change.
      <details className={styles.folded} key={index}>
        <summary>
          {t.show} <span className="muted">{t.lines(part.lines)}</span>
        </summary>
        <p className={styles.words}>{part.text}</p>
      </details>
    ) : (
      <p className={styles.words} key={index}>
        {part.text}
      </p>
    ),
  );
}
