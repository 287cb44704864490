import { defineTexts } from '../../texts/define-texts.ts';

export const layoutTexts = defineTexts({
  skip: 'Skip to content',
  loading: 'Loading…',
  navigation: 'Main',
  menu: 'Menu',
  closeMenu: 'Close menu',
  /** The capitals are in the text itself. */
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
