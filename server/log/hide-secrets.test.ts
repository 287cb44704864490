import { expect, test } from 'vitest';
import { hideSecrets, registerSecrets } from './hide-secrets.ts';

test('no text shows a secret of the configuration: as it is, inside an address or decoded', () => {
  registerSecrets({
    SECRET_KEY: 'sb_secret_0123456789',
    DATABASE_URL: 'postgres://owner:p%40ss-word@db.example/live',
    SMTP_URL: 'smtp://mail:hunter2@mail.example:587',
    SITE_URL: 'https://www.example.com',
  });
  for (const text of [
    'refused: sb_secret_0123456789',
    'password "p@ss-word" is wrong',
    'connect postgres://owner:p%40ss-word@db.example/live',
    '535 no such login hunter2',
    'proxy http://someone:other-password@proxy.example failed',
  ])
    expect(hideSecrets(text)).not.toMatch(/sb_secret|p@ss|p%40ss|hunter2|other-password/);
  expect(hideSecrets('open https://www.example.com/auth, mail a@b.example')).toBe(
    'open https://www.example.com/auth, mail a@b.example',
  );
  registerSecrets({});
});
