import { feedbackTexts } from './feedback-texts.ts';

/** Limits in characters, as the database has them. */
const feedbackFields = {
  message: { column: 'message', most: 4000 },
  page: { column: 'page', most: 300 },
  name: { column: 'name', most: 100 },
  replyTo: { column: 'reply_to', most: 255 },
} as const;

type FeedbackField = keyof typeof feedbackFields;
export type FeedbackValues = Record<FeedbackField, string>;

const feedbackFieldNames = Object.keys(feedbackFields) as FeedbackField[];

export interface FeedbackProblem {
  field: FeedbackField;
  instruction: string;
}

export interface FeedbackRow {
  message: string;
  page: string | null;
  name: string | null;
  reply_to: string | null;
}

/** What a posted form holds; a field that is missing is empty. */
export function readFeedback(fields: URLSearchParams): FeedbackValues {
  const read = (name: FeedbackField) =>
    (fields.get(name) ?? '').replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
  return { message: read('message'), page: read('page'), name: read('name'), replyTo: read('replyTo') };
}

export function checkFeedback(values: FeedbackValues): FeedbackProblem[] {
  return feedbackFieldNames.flatMap((field) => {
    const text = values[field].trim();
    const { most } = feedbackFields[field];
    if (field === 'message' && text === '')
      return [{ field, instruction: feedbackTexts.fields.message.invalid }];
    if (text.length <= most) return [];
    const label = feedbackTexts.fields[field].label;
    return [{ field, instruction: feedbackTexts.tooLong(`${label}:`, most.toLocaleString('en-CA')) }];
  });
}

export function feedbackRow(values: FeedbackValues): FeedbackRow {
  return {
    message: values.message.trim(),
    page: values.page.trim() || null,
    name: values.name.trim() || null,
    reply_to: values.replyTo.trim() || null,
  };
}
