/** The number that a result begins with, and the rest: "63% more calls", "From 41 to 100 in Lighthouse" has none. */
export function splitResult(result: string): { figure: string | null; words: string } {
  const [, figure, words] = /^([^\s\d]{0,3}\d\S*(?: (?=%)%)?)\s+(.+)$/s.exec(result) ?? [];
  return figure === undefined || words === undefined ? { figure: null, words: result } : { figure, words };
}
