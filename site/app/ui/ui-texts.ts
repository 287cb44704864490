// Texts that every page may show: breadcrumb, close, theme switch, toasts, field markers, busy buttons.
import { defineTexts } from '../texts/define-texts.ts';

export const uiTexts = defineTexts({
  breadcrumb: 'Breadcrumb',
  close: 'Close',
  field: { optional: '(optional)', required: 'required' },
  /** above a form with two or more wrong fields */
  problems: { title: 'There is a problem', check: 'Check these fields:' },
  theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  saving: 'Saving...',
  loading: 'Loading...',
  loadingField: 'Loading. You can start typing.',
  toasts: { title: 'Notifications (F8)', dismiss: 'Dismiss' },
});
