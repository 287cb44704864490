import { data, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { faultLoggerContext } from '../../data/request-contexts.ts';
import { receiveVisitorForm, readLeadFormSubmission, readPostedFields } from './receive-visitor-form.ts';
import { readLeadValues } from '../../lead/lead-fields.ts';

const type = { 'content-type': 'application/x-www-form-urlencoded' };

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost:3000/contact', {
    method: 'POST',
    body,
    headers: { ...type, ...headers },
  });
}

/** Posts a form with one number field; the database responds as `status` says. */
async function send(request: Request, status: number, ignoresBody?: true) {
  const logged: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(faultLoggerContext, (event, error) => logged.push([event, error]));
  const error = { code: 'PT', message: 'not taken' };
  const written: number[] = [];
  const response = await receiveVisitorForm<string, number, string, string>(context, request, {
    event: 'number.not_stored',
    read: (fields) => fields.get('number') ?? '7',
    check: (text) => (/^\d+$/.test(text) ? { checked: Number(text) } : { wrong: `${text} is no number` }),
    write(number) {
      written.push(number);
      return Promise.resolve(
        status < 400 ? { data: 'kept', error: null, status } : { data: null, error, status },
      );
    },
    done: (result, text) => [`${result} ${text}`, 200],
    failed: (reason, text) => `${text}: ${reason}`,
    texts: { failed: 'failed', flood: 'too many' },
    ...(ignoresBody && { ignoresBody }),
  });
  return { response, logged, written };
}

test('a form is read, checked, written and done', async () => {
  const { response, logged, written } = await send(post('number=12'), 201);
  expect([response, logged, written]).toEqual([data('kept 12', { status: 200 }), [], [12]]);
});

test('a form with a wrong value is not stored', async () => {
  const { response, written } = await send(post('number=x'), 201);
  expect([response, written]).toEqual([data('x is no number', { status: 400 }), []]);
});

test('a lead that the database rejects is logged as an event, and its limit as another', async () => {
  const failed = await send(post('number=12'), 500);
  expect(failed.response).toEqual(data('12: failed', { status: 502 }));
  expect(failed.logged).toEqual([['number.not_stored', { code: 'PT', message: 'not taken' }]]);
  expect((await send(post('number=12'), 429)).response).toEqual(data('12: too many', { status: 429 }));
});

test('a body that cannot be read is no fault, and ignored where mail programs send it', async () => {
  const { response, logged } = await send(post('x', { 'content-type': 'text/plain' }), 201);
  expect([response.init?.status, logged]).toEqual([415, []]);
  expect((await send(post('x', { 'content-type': 'text/plain' }), 201, true)).written).toEqual([7]);
});

test('reads the fields of a lead and leaves everything else out', async () => {
  const fields = 'name=Ana+Roy&email=ana%40roy.example&message=a%0D%0Ab';
  const posted = await readPostedFields(post(`status=qualified&${fields}`));
  expect(posted.ok && readLeadFormSubmission(posted.fields)).toEqual({
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
