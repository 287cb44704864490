import { data, redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { readPostedFields } from '../lead-form/read-posted-fields.ts';
import {
  checkFeedback,
  feedbackRow,
  readFeedback,
  type FeedbackProblem,
  type FeedbackValues,
} from './feedback-fields.ts';
import { feedbackTexts } from './feedback-texts.ts';

/** Why a report was not stored, with what was written. */
export interface FeedbackOutcome {
  problems: FeedbackProblem[];
  failure: string | null;
  values: FeedbackValues | null;
}

/** The action of /accessibility. A stored report redirects to the confirmation, so that reloading sends nothing twice. */
export async function receiveFeedback(context: Readonly<RouterContextProvider>, request: Request) {
  const posted = await readPostedFields(request);
  if (!posted.ok) return respond({ problems: [], failure: posted.reason, values: null }, posted.status);
  const values = readFeedback(posted.fields);
  const problems = checkFeedback(values);
  if (problems.length > 0) return respond({ problems, failure: null, values }, 400);
  const client = serverClient(context);
  const { error, status } = await client.from('accessibility_feedback').insert(feedbackRow(values));
  if (!error) throw redirect('/accessibility?sent=1', 303);
  console.error(`a report of a barrier could not be stored: ${error.code} ${error.message}`);
  const isFlood = status === 429;
  const failure = isFlood ? feedbackTexts.flood : feedbackTexts.failed;
  return respond({ problems: [], failure, values }, isFlood ? 429 : 502);
}

function respond(outcome: FeedbackOutcome, status: number) {
  return data(outcome, { status });
}
