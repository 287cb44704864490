import { defineTexts } from '../../texts/define-texts.ts';

export const settingsTexts = defineTexts({
  title: 'Settings',
  description: 'Your profile, security and account',
  newPasswordDescription: 'First, a new password',
  profile: {
    title: 'Profile Information',
    loading: 'Loading your profile…',
    failed: "We couldn't load your profile.",
    fullName: 'Full Name',
    fullNamePlaceholder: 'Enter your full name',
    email: 'Email',
    emailHint: 'Email cannot be changed from this page',
    submit: 'Update Profile',
    busy: 'Updating...',
    updating: 'Updating your profile',
    updated: 'Success',
    updatedDescription: 'Profile updated successfully',
    signedOut: 'No user found',
  },
  inbox: {
    title: 'Messages',
    signature: 'Your signature',
    signatureHint: 'Under your name in every reply by email, above what the agency adds.',
    submit: 'Save signature',
    busy: 'Saving...',
    saved: 'Signature saved',
  },
  account: {
    title: 'Account Information',
    failed: "We couldn't refresh your account details.",
    id: 'User ID',
    created: 'Account Created',
    lastSignIn: 'Last Sign In',
    unknown: 'N/A',
  },
});
