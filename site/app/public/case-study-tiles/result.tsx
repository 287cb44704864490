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

/** The number that a result begins with, and the rest: "63% more calls", "From 41 to 100 in Lighthouse" has none. */
export function splitResult(result: string): { figure: string | null; words: string } {
  const [, figure, words] = /^([^\s\d]{0,3}\d\S*(?: (?=%)%)?)\s+(.+)$/s.exec(result) ?? [];
  return figure === undefined || words === undefined ? { figure: null, words: result } : { figure, words };
}
