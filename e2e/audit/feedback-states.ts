import type { States } from './screen.ts';
import * as step from './state-steps.ts';

const shown = [step.visitAsOwner(), step.see('The captions are late.')];

export const feedbackStates: States = {
  reports: shown,
  'a report being deleted': [...shown, step.press(/^Delete/), step.seeDialog],
};

export const emptyFeedbackStates: States = {
  'no report': [step.visitAsOwner(), step.seeElement('main h1'), step.settled],
};
