import { redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { receiveForm } from '../lead-form/receive-form.ts';
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
export function receiveFeedback(context: Readonly<RouterContextProvider>, request: Request) {
  return receiveForm<FeedbackValues, FeedbackValues, null, FeedbackOutcome>(context, request, {
    event: 'feedback.not_stored',
    read: readFeedback,
    check(values) {
      const problems = checkFeedback(values);
      return problems.length > 0 ? { wrong: { problems, failure: null, values } } : { checked: values };
    },
    write: (values) => serverClient(context).from('accessibility_feedback').insert(feedbackRow(values)),
    done() {
      throw redirect('/accessibility?sent=1', 303);
    },
    failed: (failure, values) => ({ problems: [], failure, values }),
    texts: feedbackTexts,
  });
}
