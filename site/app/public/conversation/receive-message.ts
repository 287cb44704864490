import { data, redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { readFormFields } from '../lead-form/read-form.ts';
import { readPostedFields } from '../lead-form/read-posted-fields.ts';
import { signLeadFacts } from '../lead-form/sign-lead-facts.ts';
import { conversationTexts } from './conversation-texts.ts';

const t = conversationTexts.answer;

/** In characters, as the database has it. */
const mostCharacters = 5000;

/** Why an answer was not stored, with what was written. */
export interface MessageOutcome {
  problem: string | null;
  failure: string | null;
  text: string;
}

/**
 * The action of a conversation's page: an answer, or the wish for a fresh link. What is stored redirects, so that
 * reloading sends nothing twice.
 */
export async function receiveMessage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  token: string,
) {
  const posted = await readPostedFields(request);
  if (!posted.ok) return respond({ problem: null, failure: posted.reason, text: '' }, posted.status);
  if (posted.fields.has('renew')) return renewLink(context, token);
  const text = (posted.fields.get('message') ?? '').replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
  const problem = checkMessage(text.trim());
  if (problem !== null) return respond({ problem, failure: null, text }, 400);
  const form = readFormFields(posted.fields);
  // Signed and read as a lead: the database does the same with the token as its name.
  const row = { name: token, message: text };
  const {
    data: outcome,
    error,
    status,
  } = await serverClient(context, signLeadFacts(context, request, form, row)).rpc('answer_conversation', {
    token,
    message: text,
    ...(form.key !== null && { key: form.key }),
  });
  if (outcome === 'sent') throw redirect(`/conversation/${token}?sent=1`, 303);
  // The page says what became of the link.
  if (!error) return respond({ problem: null, failure: null, text }, outcome === 'expired' ? 410 : 404);
  console.error(`an answer could not be stored: ${error.code} ${error.message}`);
  const isFlood = status === 429;
  return respond({ problem: null, failure: isFlood ? t.flood : t.failed, text }, isFlood ? 429 : 502);
}

function checkMessage(text: string): string | null {
  if (text === '') return t.missing;
  return [...text].length > mostCharacters ? t.tooLong(mostCharacters.toLocaleString('en-CA')) : null;
}

/** The same for every token, so that it tells nothing. */
async function renewLink(context: Readonly<RouterContextProvider>, token: string) {
  const { error } = await serverClient(context).rpc('renew_conversation', { token });
  if (!error) throw redirect(`/conversation/${token}?renewed=1`, 303);
  console.error(`a fresh link could not be queued: ${error.code} ${error.message}`);
  return respond({ problem: null, failure: t.failed, text: '' }, 502);
}

function respond(outcome: MessageOutcome, status: number) {
  return data(outcome, { status });
}
