/** `npm run audit -- tests` runs the tests with every combination of their matrices, `npm test` with the riskiest. */
export const isWholeMatrix = process.env['MATRIX'] === 'whole';

/** The riskiest combinations of a matrix, and in the audit the others too. */
export function sampleMatrix<T>(riskiest: readonly T[], others: readonly T[]): readonly T[] {
  return isWholeMatrix ? [...riskiest, ...others] : riskiest;
}
