import { splitResult } from './split-result.ts';

/** A result with its number set apart. */
export function Result({ text }: { text: string }) {
  const { figure, words } = splitResult(text);
  if (figure === null) return words;
  return (
    <>
      <b className="figure">{figure}</b>
      {` ${words}`}
    </>
  );
}
