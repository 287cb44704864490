import { data, redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { readPostedFields } from '../lead-form/read-posted-fields.ts';
import { bookTexts } from './book-texts.ts';
import { readSlot } from './receive-booking.ts';

const t = bookTexts.booking;

/** `done` is moved or cancelled; else `failure` says why not. */
export interface ChangeOutcome {
  done?: 'moved' | 'cancelled';
  failure: string | null;
}

/** The action of a booking's page: the button that was pressed says what to do. Called twice it is once. */
export async function receiveChange(
  context: Readonly<RouterContextProvider>,
  request: Request,
  token: string,
) {
  const posted = await readPostedFields(request);
  if (!posted.ok) return respond({ failure: posted.reason }, posted.status);
  const client = serverClient(context);
  if (posted.fields.get('change') === 'cancel') {
    const { data: outcome, error } = await client.rpc('cancel_consultation', { token });
    if (error) return failed(error);
    return outcome === 'cancelled' ? respond({ done: 'cancelled', failure: null }, 200) : closed(token);
  }
  const slot = readSlot(posted.fields);
  if (slot === null) return respond({ failure: t.choose }, 400);
  const { data: outcome, error } = await client.rpc('move_consultation', { token, slot });
  if (error) return failed(error);
  if (outcome === 'moved') return respond({ done: 'moved', failure: null }, 200);
  return outcome === 'taken' ? respond({ failure: t.taken }, 409) : closed(token);
}

/** The page says what became of it meanwhile. */
function closed(token: string): never {
  throw redirect(`/book/${encodeURIComponent(token)}`, 303);
}

function failed(error: { code: string; message: string }) {
  console.error(`a consultation could not be changed: ${error.code} ${error.message}`);
  return respond({ failure: t.failed }, 502);
}

function respond(outcome: ChangeOutcome, status: number) {
  return data(outcome, { status });
}
