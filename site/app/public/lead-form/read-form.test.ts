import { expect, test } from 'vitest';
import { readLeadValues } from '../../lead/lead-fields.ts';
import { readFormFields } from './read-form.ts';
import { readPostedFields } from './read-posted-fields.ts';

const type = { 'content-type': 'application/x-www-form-urlencoded' };

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost:3000/contact', {
    method: 'POST',
    body,
    headers: { ...type, ...headers },
  });
}

test('reads the fields of a lead and leaves everything else out', async () => {
  const fields = 'name=Ana+Roy&email=ana%40roy.example&message=a%0D%0Ab';
  const posted = await readPostedFields(post(`status=qualified&${fields}`));
  expect(posted.ok && readFormFields(posted.fields)).toEqual({
    scripted: false,
    key: null,
    honeypot: '',
    hint: '',
    visit: '',
    consent: '',
    values: {
      ...readLeadValues(new FormData()),
      name: 'Ana Roy',
      email: 'ana@roy.example',
      message: 'a\r\nb',
    },
  });
});

test.each([
  ['http://localhost:3000', true],
  ['https://evil.example', false],
  ['null', false],
])('a post from the origin %s is read: %s', async (origin, ok) => {
  expect(await readPostedFields(post('name=Ana', { origin }))).toMatchObject(
    ok ? { ok } : { ok, status: 403 },
  );
});

test('a body over the limit is rejected, with and without a content length', async () => {
  expect(await readPostedFields(post(`message=${'m'.repeat(70_000)}`))).toMatchObject({
    ok: false,
    status: 413,
  });
});

test('another content type is rejected', async () => {
  expect(await readPostedFields(post('{}', { 'content-type': 'application/json' }))).toMatchObject({
    ok: false,
    status: 415,
  });
});
