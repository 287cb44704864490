import { errorMessage } from '../../ui/error-message.ts';
import { toastError } from '../../ui/toast.tsx';
import { screenTexts } from './screen-texts.ts';

/** Shows an error, or a text about one, as a toast; it replaces the form's former errors. */
export function showError(error: Error | string, form?: string): void {
  const description = typeof error === 'string' ? error : errorMessage(error);
  toastError({ title: screenTexts.error, description, form });
}
