// Texts of the /auth page: titles of its steps, field labels, validation messages.
import { defineTexts } from '../texts/define-texts.ts';

/** Texts of the page /auth: its steps and forms. The first messages of a form are the specification's (section 5). */
export const authTexts = defineTexts({
  documentTitle: (title: string, agency: string) => `${title} · ${agency}`,
  documentTitleOfFailure: (title: string) => `Error: ${title}`,
  description: (text: string) => `${text}.`,
  backToSite: 'Back to Main Site',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  forms: 'Admin Access',
  signedOutElsewhere:
    'You were signed out in another tab or on another device. Signing out ends your sessions on every device. Sign in again to continue.',
  ownerLink: 'Use this link to become the owner. Sign up, or sign in if you already have an account.',
  usedOwnerLink:
    'This link is incomplete or already used. Ask the person who set up this site for a new one. If you already have an account, sign in.',
  failure: 'Error',
  opening: 'Opening the dashboard...',
  noScript: 'JavaScript is required to sign in.',

  steps: {
    recovery: { title: 'Choose a new password', text: 'The link we emailed you works once' },
    invite: { title: 'Welcome aboard', text: (agency: string) => `You've been invited to join ${agency}` },
    signup: { title: 'Confirm your email', text: 'Select the button to activate your account' },
    magiclink: { title: 'Sign in', text: 'The link we emailed you works once' },
    email_change: {
      title: 'Confirm your new email',
      text: 'Select the button to start signing in with it',
    },
    confirmed: { title: 'Email confirmed', text: 'Thank you. You can sign in now' },
    expired: {
      title: 'This link has expired',
      text: 'Or it was already used, or is incomplete. Sign in to get a new one',
    },
    forgot: { title: 'Forgot password?', text: "Enter your email and we'll send you a link" },
    owner: { title: 'Admin Access', text: 'Create the owner account' },
    signIn: { title: 'Admin Access', text: 'Sign in to manage your agency' },
  },

  fields: { fullName: 'Full Name', email: 'Email' },
  problems: {
    fullName: 'Name must be at least 2 characters',
    email: 'Invalid email address',
    password: 'Password must be at least 6 characters',
  },
  advice: {
    fullName: 'Enter your full name (at least 2 characters)',
    email: 'Enter an email address, such as name@example.com',
    password: 'Enter a password of at least 6 characters',
  },

  signInForm: {
    busy: 'Signing in...',
    successTitle: 'Welcome back!',
    success: 'You have successfully signed in.',
    failed: 'Failed to sign in',
    forgot: 'Forgot password?',
  },
  signUpForm: {
    busy: 'Creating account...',
    successTitle: 'Account created!',
    success: 'You can now sign in with your credentials.',
    /** The same for a new and an existing account: it must not reveal which. */
    confirmAdvice: "If this email is new here, you'll get a confirmation link. Then sign in.",
    failed: 'Failed to create account',
  },
  forgotForm: {
    busy: 'Sending...',
    submit: 'Send me a link',
    /** The same whether or not the account exists: it must not reveal which addresses have one. */
    sent: (email: string) =>
      `If there's an account for ${email}, we've emailed a link. It works once and expires in an hour.`,
    failed: "We couldn't send the email. Please try again in a moment.",
    back: 'Back to sign in',
  },

  link: {
    recovery: 'Choose a new password',
    invite: 'Accept the invitation',
    busy: 'Just a moment...',
    unreachable: "We couldn't reach the server. Your link still works. Please try again.",
    signup: 'Confirm my email',
    magiclink: 'Sign in',
    email_change: 'Confirm the change',
    half: 'Almost done. Now open the link we sent to your other email address.',
    expired: {
      recovery: 'This link has expired, was already used, or is incomplete. Ask for a new link below.',
      invite:
        "This link has expired, was already used, or is incomplete. Ask the person who invited you for a new one. If you've already accepted, just sign in.",
      signup:
        "This link has expired, was already used, or is incomplete. If you've already confirmed your email, just sign in.",
      magiclink: 'This link has expired, was already used, or is incomplete. Sign in to continue.',
      email_change:
        'This link has expired, was already used, or is incomplete. Sign in and change your email again.',
    },
    toSignIn: 'Go to sign in',
  },

  accounts: {
    unnamed: 'this account',
    shortened: (name: string) => `${name}…`,
    busy: 'Just a moment...',
    switchTitle: 'Switch to <account></account>?',
    current: "You're signed in as <account></account>.",
    linked:
      "The link you opened signs you in as <account></account> instead. If you don't recognize that account, stay signed in.",
    stay: 'Stay signed in',
    switch: 'Switch accounts',
    ownerTitle: 'Make <account></account> the owner?',
    currentOwner: 'This browser is signed in as <account></account>.',
    ownerPowers:
      "The owner can see every lead and manage the team. If you don't recognize this account, use another one.",
    makeOwner: 'Make this account the owner',
    otherAccount: 'Use another account',
  },
  ownership: {
    title: "You're the owner",
    text: 'This account is now the owner.',
    expired: 'This link has expired or was already used. Ask for a new one.',
  },
});
