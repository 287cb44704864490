// Texts around the content of public pages: header, footer, links, preview banner, error pages.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts that pages share. */
export const pageTexts = defineTexts({
  call: (phone: string) => `Call ${phone}`,
  contactUs: 'Contact us',
  contents: 'On this page',
  sample: 'Sample',
  preview: {
    label: 'Draft preview',
    expires: (time: string) => `Draft, not public. This link expires at <time>${time}</time>.`,
  },
});

/** Texts of the header, its menu, the footer. */
export const layoutTexts = defineTexts({
  skip: 'Skip to content',
  loading: 'Loading...',
  navigation: 'Main',
  menu: 'Menu',
  closeMenu: 'Close menu',
  /** Written in capitals here, because CSS does not change their case. */
  links: {
    home: 'HOME',
    about: 'ABOUT US',
    services: 'SERVICES',
    apps: 'APPS',
    contact: 'CONTACT US',
  },
  footer: {
    services: 'Services',
    company: 'Company',
    about: 'About Us',
    contactUs: 'Contact us',
    copyright: (year: string, name: string) => `© <year>${year}</year> ${name}`,
    signIn: 'Admin Login',
  },
});

/** Texts of pages that are shown instead of the requested one. */
export const errorPageTexts = defineTexts({
  documentTitle: (title: string, agency: string) => `${title} · ${agency}`,
  unavailableTitle: "We'll be right back",
  offlineTitle: "You're offline",
  offlineText: (phone: string) =>
    `We couldn't load this page. It will load once you're back online. If it doesn't, call <phone>${phone}</phone>.`,
  offlineNavigation: "The page will open once you're back online.",
  failedTitle: 'Something went wrong on our end',
  retryText: (phone: string) =>
    `Please try again in a minute. If it keeps happening, call <phone>${phone}</phone>.`,
  retry: 'Try again',
});
