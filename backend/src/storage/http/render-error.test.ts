import { expect, test } from 'vitest';
import { renderError } from './render-error.ts';

test.each(['ENOSPC', 'EDQUOT'])(
  'a full disk is told as one, not as a database that is away: %s',
  async (code) => {
    const logged: unknown[] = [];
    const full = Object.assign(new Error(`${code}: no space left on device, write`), {
      code,
      syscall: 'write',
    });
    const answer = renderError(full, new Request('http://localhost/storage/v1/object/b/o'), (entry) =>
      logged.push(entry),
    );
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({
      statusCode: '507',
      message: expect.stringMatching(/no room left for files/),
    });
    expect(logged).toHaveLength(1);
  },
);
