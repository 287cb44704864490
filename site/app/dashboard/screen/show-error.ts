// Shows an error as a toast.
import { isClockProbablyWrong } from '../../data/browser-client.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { errorTexts } from '../../ui/error-texts.ts';
import { toastError } from '../../ui/toast.tsx';
import { screenTexts } from './screen-texts.ts';

/** Shows an error, or a text about one, as a toast; it replaces earlier errors of the form. `about`: "for Vera Person". */
export function showError(error: Error | string, form?: string, about?: string): void {
  const known = typeof error === 'string' ? error : errorMessage(error);
  const description = isClockProbablyWrong() ? errorTexts.clock : known;
  toastError({ title: screenTexts.error, about, description, form });
}
