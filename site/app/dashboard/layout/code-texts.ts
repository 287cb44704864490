// Texts of the second sign-in step: codes, security keys, recovery codes.
import { defineTexts } from '../../texts/define-texts.ts';

export const codeTexts = defineTexts({
  title: "Verify it's you",
  label: 'Code',
  appHint: 'From your authenticator app.',
  phoneHint: 'From the text message we sent you.',
  submit: 'Continue',
  busy: 'Checking...',
  send: 'Send me a code',
  sendAgain: 'Send a new code',
  sending: 'Just a moment...',
  securityKey: 'Use a security key',
  touchKey: 'Touch your key...',
  recoveryCode: 'Use a recovery code',
  errors: {
    wrong: "That code isn't right. Enter the latest one.",
    expired: 'That code has expired. Request a new one.',
    tooMany: 'Too many attempts. Wait 5 minutes, then enter the latest code.',
    key: "Your security key didn't respond. Plug it in and try again.",
  },
  recovery: {
    title: 'Use a recovery code',
    description:
      'This turns off two-step verification and signs you out everywhere else. You can set it up again in Settings.',
    checking: 'Checking code',
    label: 'Recovery code',
    hint: 'Letters and digits. Dashes are optional.',
    back: 'Back to the code',
    done: 'Welcome back!',
    doneDescription: 'Two-step verification is off. Set it up again, with new recovery codes.',
    errors: {
      missing: 'Enter one of your recovery codes',
      wrong: "That code isn't right, or was already used. Enter another one.",
      tooMany: 'Too many attempts. Wait 15 minutes, or sign out and back in.',
      unreachable: "We couldn't reach the server. Your code still works. Please try again.",
    },
  },
});
