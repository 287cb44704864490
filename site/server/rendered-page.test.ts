import { expect, test } from 'vitest';
import { readRenderedPage } from './rendered-page.ts';

test.each(['plain', 'Désolé, it’s 5 € 🚤', '', 'half of a pair: \ud83d'])(
  '%j is sent as UTF-8',
  async (text) => {
    const init = { status: 404, headers: { 'content-type': 'text/html' } };
    const beside = await readRenderedPage(new Response(null, init), text);
    expect(beside.body).toEqual(Buffer.from(text));
    expect(beside.status).toBe(404);
    expect(await readRenderedPage(new Response(text, init))).toEqual(beside);
  },
);
