import { splitResult } from './split-result.ts';

/** A result with its number set apart. */
export function Result({ text }: { text: string }) {
  const { figure, words } = splitResult(text);
  if (figure === null) return <span>{words}</span>;
  return (
    <>
      <b className="figure">{figure}</b>
      <span>{` ${words}`}</span>
    </>
  );
}
