// Handles posted accessibility reports; reads their published figures.
import { redirect, type RouterContextProvider } from 'react-router';
import { cleanLine, cleanText } from '../../contact/clean-text.ts';
import { serverClient } from '../../data/server-client.ts';
import { receiveVisitorForm } from '../lead-form/receive-visitor-form.ts';
import { feedbackTexts } from './feedback-texts.ts';

/** Why a report was not stored, with the typed values. */
export interface AccessibilityReportFailure {
  problems: FeedbackProblem[];
  failure: string | null;
  values: FeedbackValues | null;
}

/** The action of /accessibility. A stored report redirects to the confirmation, so that reloading sends nothing twice. */
export function receiveAccessibilityReport(context: Readonly<RouterContextProvider>, request: Request) {
  return receiveVisitorForm<FeedbackValues, FeedbackValues, null, AccessibilityReportFailure>(
    context,
    request,
    {
      event: 'feedback.not_stored',
      read: readFeedback,
      check(values) {
        const problems = checkFeedback(values);
        return problems.length > 0 ? { wrong: { problems, failure: null, values } } : { checked: values };
      },
      write({ message, page, name, replyTo }) {
        const row = {
          message: cleanText(message),
          page: cleanLine(page) || null,
          name: cleanLine(name) || null,
          reply_to: cleanLine(replyTo) || null,
        };
        return serverClient(context).from('accessibility_feedback').insert(row);
      },
      done() {
        throw redirect('/accessibility?sent=1', 303);
      },
      failed: (failure, values) => ({ problems: [], failure, values }),
      texts: feedbackTexts,
    },
  );
}

/** Limits in characters, the same as in the database. */
const maxLengths = { message: 4000, page: 300, name: 100, replyTo: 255 };

type FeedbackField = keyof typeof maxLengths;
type FeedbackValues = Record<FeedbackField, string>;

const feedbackFieldNames = Object.keys(maxLengths) as FeedbackField[];

interface FeedbackProblem {
  field: FeedbackField;
  instruction: string;
}

/** The values of a posted form; a missing field is empty. */
function readFeedback(fields: URLSearchParams): FeedbackValues {
  const read = (name: FeedbackField) =>
    (fields.get(name) ?? '').replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
  return { message: read('message'), page: read('page'), name: read('name'), replyTo: read('replyTo') };
}

function checkFeedback(values: FeedbackValues): FeedbackProblem[] {
  return feedbackFieldNames.flatMap((field) => {
    const text = (field === 'message' ? cleanText : cleanLine)(values[field]);
    const most = maxLengths[field];
    if (field === 'message' && text === '')
      return [{ field, instruction: feedbackTexts.fields.message.invalid }];
    if (text.length <= most) return [];
    const label = feedbackTexts.fields[field].label;
    return [{ field, instruction: feedbackTexts.tooLong(`${label}:`, most.toLocaleString('en-CA')) }];
  });
}

/** Figures of the last 12 months; `medianDays` is null if no report was answered. */
export interface AccessibilityReportFigures {
  received: number;
  answered: number;
  medianDays: number | null;
}

/** Null if they cannot be read, because the statement and its form are more important. */
export async function readAccessibilityReportFigures(
  context: Readonly<RouterContextProvider>,
): Promise<AccessibilityReportFigures | null> {
  const { data } = await serverClient(context).rpc('accessibility_feedback_figures');
  const figures = data?.[0];
  if (!figures) return null;
  return { received: figures.received, answered: figures.answered, medianDays: figures.median_days };
}
