import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { generateX25519Identity } from 'age-encryption';
import { expect, test } from 'vitest';
import { findWalGap, findWalContinuation } from './fetch-wal.ts';
import {
  compressAndEncryptFile,
  formatLsn,
  parseLsn,
  parseWalPieceName,
  formatWalPieceName,
  walSegmentEnd,
  walSegmentName,
} from './wal-files.ts';
import type { WalPiece } from './wal-files.ts';

function piece(sequence: number, start: bigint, end: bigint): WalPiece {
  const known = { sequence, reachesToMs: sequence * 1_000, timeline: '00000001', start, end };
  return { ...known, file: formatWalPieceName(known) };
}

test('pieces continue a backup up to the first gap, whatever was copied twice after a crash', () => {
  const pieces = [
    piece(1, 0n, 10n),
    piece(2, 10n, 20n),
    piece(3, 10n, 25n),
    piece(4, 25n, 30n),
    piece(5, 40n, 50n),
  ];
  const after = findWalContinuation(pieces, 12n);
  expect(after.pieces.map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
  expect(after).toMatchObject({ reachesToMs: 4_000, lostUntilMs: 5_000 });
  expect(findWalGap(pieces)).toEqual({ after: pieces[3], next: pieces[4] });
  expect(findWalGap(pieces.slice(0, 4))).toBeUndefined();
  expect(findWalContinuation(pieces.slice(0, 4), 12n).lostUntilMs).toBeUndefined();
  expect(findWalContinuation(pieces, 5n).pieces).toHaveLength(4);
  expect(findWalContinuation([piece(1, 100n, 110n)], 5n)).toMatchObject({
    pieces: [],
    reachesToMs: undefined,
    lostUntilMs: 1_000,
  });
});

test('positions and names are as PostgreSQL writes them', () => {
  const lsn = parseLsn('A/2800028');
  expect(formatLsn(lsn)).toBe('A/2800028');
  expect(walSegmentName('00000002', lsn)).toBe('000000020000000A00000002');
  // All 32 bits of each half are used.
  expect(formatLsn(parseLsn('FFFFFFFF/FFFFFFFF'))).toBe('FFFFFFFF/FFFFFFFF');
  expect(walSegmentName('00000002', parseLsn('FFFFFFFF/FFFFFFFF'))).toBe('00000002FFFFFFFF000000FF');
  expect(walSegmentEnd('000000010000000A00000002')).toBe(parseLsn('A/3000000'));
  expect(walSegmentEnd('000000010000000A000000FF')).toBe(parseLsn('B/0'));
  const one = piece(7, lsn, lsn + 5n);
  expect(parseWalPieceName(`log/x/pieces/${one.file}`)).toEqual({ ...one, file: `log/x/pieces/${one.file}` });
  expect(parseWalPieceName('mine.txt')).toBeUndefined();
});

test('a file that is deleted before it is read fails its stream, not the process', async () => {
  const encrypted = await compressAndEncryptFile(
    createReadStream('/missing/file'),
    await generateX25519Identity(),
  );
  const [error] = await once(encrypted, 'error');
  expect(error).toMatchObject({ code: 'ENOENT' });
});
