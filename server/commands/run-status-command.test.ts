import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { formatShellAssignment } from './run-status-command.ts';

test.each([
  'http://localhost:3000',
  'postgresql://postgres:p%40ss@/postgres?host=%2Ftmp%2Fa&port=1',
  'postgres://u:p@db.example/x?sslmode=verify-full&sslrootcert=/a b/c.pem',
  `it's $HOME \`id\` "quoted" \\ ; rm -rf *`,
  '',
  '#no comment',
])('a shell reads back what was printed: %s', (value) => {
  const script = `${formatShellAssignment('VALUE', value)}printf %s "$VALUE"`;
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', cwd: '/' })).toBe(value);
});

test('values are quoted only if a shell needs it, for other readers of the output', () => {
  expect(formatShellAssignment('API_URL', 'http://localhost:3000')).toBe('API_URL=http://localhost:3000\n');
});
