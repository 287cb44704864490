import { expect, test } from 'vitest';
import { renderStorageError } from './errors.ts';

test.each(['ENOSPC', 'EDQUOT'])(
  'a full disk is reported as 507, not as an unavailable database: %s',
  async (code) => {
    const logged: unknown[] = [];
    const full = Object.assign(new Error(`${code}: no space left on device, write`), {
      code,
      syscall: 'write',
    });
    const response = renderStorageError(
      full,
      new Request('http://localhost/storage/v1/object/b/o'),
      (entry) => logged.push(entry),
    );
    expect(response.status).toBe(507);
    expect(await response.json()).toMatchObject({
      statusCode: '507',
      message: expect.stringMatching(/no room left for files/),
    });
    expect(logged).toHaveLength(1);
  },
);
