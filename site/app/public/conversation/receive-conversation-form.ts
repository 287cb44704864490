// Receives a visitor's posted answer in a conversation, or the request for a fresh link.
import { redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { hashTexts } from '../../lead/hash-lead-content.server.ts';
import {
  readHiddenFields,
  type HiddenFields,
  receiveVisitorForm,
} from '../lead-form/receive-visitor-form.ts';
import { collectAndSignLeadFacts } from '../lead-form/collect-and-sign-lead-facts.ts';
import { conversationTexts } from './conversation-texts.ts';

const t = conversationTexts.answer;

/** In characters, the limit of the database. */
const mostCharacters = 5000;

/** Why an answer was not stored, with the typed text. */
export interface ConversationFormFailure {
  problem: string | null;
  failure: string | null;
  text: string;
}

interface Posted {
  renews: boolean;
  text: string;
  form: HiddenFields;
}

/**
 * The action of a conversation's page: an answer, or the request for a fresh link. If it is stored, it redirects, so
 * that a reload sends nothing twice.
 */
export function receiveConversationForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  token: string,
) {
  return receiveVisitorForm<Posted, Posted, string | undefined, ConversationFormFailure>(context, request, {
    event: 'conversation.not_written',
    read: (fields) => ({
      renews: fields.has('renew'),
      text: (fields.get('message') ?? '').replaceAll('\0', '').replaceAll(/\r\n?/g, '\n'),
      form: readHiddenFields(fields),
    }),
    check(posted) {
      const { renews, text } = posted;
      const problem = renews ? null : checkMessage(text.trim());
      return problem === null ? { checked: posted } : { wrong: { problem, failure: null, text } };
    },
    write({ renews, text, form }) {
      // The response is the same for every token, so that it reveals nothing.
      if (renews) return serverClient(context).rpc('renew_conversation', { token });
      const content = hashTexts([token, text]);
      const signed = collectAndSignLeadFacts(context, request, 'answer', form, content);
      const given = { token, message: text, ...(form.key !== null && { key: form.key }) };
      return serverClient(context, signed).rpc('answer_conversation', given);
    },
    done(outcome, { renews, text }) {
      if (renews) throw redirect(`/conversation/${token}?renewed=1`, 303);
      if (outcome === 'sent') throw redirect(`/conversation/${token}?sent=1`, 303);
      // The page shows the state of the link.
      return [{ problem: null, failure: null, text }, outcome === 'expired' ? 410 : 404];
    },
    failed: (failure, posted) => ({
      problem: null,
      failure,
      text: posted && !posted.renews ? posted.text : '',
    }),
    texts: t,
  });
}

function checkMessage(text: string): string | null {
  if (text === '') return t.missing;
  return [...text].length > mostCharacters ? t.tooLong(mostCharacters.toLocaleString('en-CA')) : null;
}
