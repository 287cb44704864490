import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { readProjectSmtp } from './read-project-smtp.ts';

function read(toml: string): ReturnType<typeof readProjectSmtp> {
  return readProjectSmtp(parse(toml)['auth']);
}

const complete = `[auth.email.smtp]
host = "smtp.example.com"
port = "587"
user = "api key"
pass = "p@ss:/word"
admin_email = "post@example.com"
sender_name = 'The "Post"'`;

test('the section configures the mail server; port 465 uses TLS from the start', () => {
  expect(read(complete)).toEqual({
    smtpUrl: 'smtp://api%20key:p%40ss%3A%2Fword@smtp.example.com:587',
    from: '"The Post" <post@example.com>',
  });
  expect(read(complete.replace('587', '465'))?.smtpUrl).toMatch(/^smtps:.*@smtp\.example\.com:465$/);
  expect(read(complete.replace(/sender_name.*/, ''))?.from).toBe('post@example.com');
});

test('without the section, switched off or with an unset variable there is no mail server', () => {
  expect(read('')).toBeUndefined();
  expect(read('[auth.email]\notp_length = 6')).toBeUndefined();
  expect(read(`${complete}\nenabled = false`)).toBeUndefined();
  expect(read(complete.replace('p@ss:/word', 'env(SMTP_PASS)'))).toBeUndefined();
});

test('a missing or wrong key is named, without the password', () => {
  const mistakes: [string, string, RegExp][] = [
    ['host = "smtp.example.com"', '', /auth\.email\.smtp\.host is missing/],
    ['pass = "p@ss:/word"', '', /auth\.email\.smtp\.pass is missing/],
    ['"587"', '"many"', /auth\.email\.smtp\.port/],
    ['post@example.com', 'the post', /auth\.email\.smtp\.admin_email must be an address/],
    ['smtp.example.com', 'a host/name', /auth\.email\.smtp\.host must be a host name/],
  ];
  for (const [from, to, message] of mistakes) {
    const toml = complete.replace(from, to);
    expect(() => read(toml)).toThrow(message);
    expect(() => read(toml)).not.toThrow(/p@ss/);
  }
});
