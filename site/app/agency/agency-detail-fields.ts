// The fields of who the agency is: name and contact, logo, colours, business hours.
import { presetBrandColours, paletteNames } from '../colours/colour-tokens.ts';
import { createAgencyFieldDefiners, defineAgencyFields } from './agency-field-definition.ts';
import { logoBackgrounds } from './agency-logo.ts';
import { holidayRegions } from './holiday-regions.ts';

const pages = createAgencyFieldDefiners('pages');
const server = createAgencyFieldDefiners('server');

export const agencyDetailFields = defineAgencyFields({
  contact: {
    name: pages.fact('line', 40, { label: 'Agency name', preset: 'Fairlead Digital', isSample: true }),
    legalName: pages.fact('line', 120, {
      label: 'Legal name',
      hint: 'If different. For search engines, your privacy policy and terms, and wherever your texts use {{legalName}}.',
    }),
    phone: pages.fact('phone', 30, {
      label: 'Phone number (shown)',
      preset: '1-800-555-0199',
      isSample: true,
    }),
    /** only needed if the number to dial cannot be derived from `phone` */
    phoneDialled: server.fact('dialled', 16, {
      label: 'Phone number for links',
      hint: "Only if we can't dial the number above. Include the country code: +18005550199.",
    }),
    email: pages.fact('email', 254, {
      label: 'Email',
      hint: 'Replies to your emails go here too.',
      preset: 'hello@fairlead.example',
      isSample: true,
    }),
    /** the mailing address, which the law requires in a request for consent */
    street: pages.fact('line', 120, {
      label: 'Street address',
      hint: "Part of your mailing address. Canada's anti-spam law (CASL) requires it next to the consent checkbox.",
    }),
    city: pages.fact('line', 60, { label: 'City' }),
    province: pages.fact('line', 60, {
      label: 'Province',
      hint: 'Where your head office is. Also sets your time zone and holidays, and is named in your terms.',
      preset: 'Ontario',
    }),
    postalCode: pages.fact('line', 12, { label: 'Postal code' }),
    country: pages.fact('line', 60, { label: 'Country', preset: 'Canada' }),
    location: pages.text('line', 80, {
      label: 'Address or area',
      hint: 'Shown on your pages. Follows your city and province until you change it.',
      preset: 'Canada-wide service',
    }),
    socialLinks: pages.factList('links', 8, 300, {
      label: 'Social profiles',
      hint: 'One URL per line, for the footer and search engines.',
    }),
  },
  logo: {
    /** '' shows the first letter beside the name */
    logo: server.fact('picture', 400, { label: 'Logo' }),
    logoDark: server.fact('picture', 400, {
      label: 'Logo for dark backgrounds',
      hint: 'For the dark theme, the footer and the sidebar. Leave blank to use the logo above.',
    }),
    /** the backgrounds on which the logo can be recognised; measured during the upload */
    logoGround: server.choice(logoBackgrounds, { label: 'Logo works on', preset: 'any' }),
    icon: server.fact('picture', 400, {
      label: 'Browser icon',
      hint: 'A square image. Leave blank to use a square logo or the first letter of your name.',
    }),
  },
  colours: {
    palette: server.choice(paletteNames, { label: 'Palette', preset: 'chart' }),
    /** the three colours of the palette `own` */
    mainColour: server.fact('colour', 7, {
      label: 'Links and buttons',
      hint: 'Such as #0b4a5e.',
      preset: presetBrandColours.main,
    }),
    accentColour: server.fact('colour', 7, {
      label: 'Lines and marks',
      hint: 'The line through the page and the bar under links.',
      preset: presetBrandColours.accent,
    }),
    groundColour: server.fact('colour', 7, {
      label: 'Background blocks',
      hint: 'Wide blocks behind text. Choose a light colour.',
      preset: presetBrandColours.ground,
    }),
  },
  hours: {
    hours: pages.text('line', 120, {
      label: 'Business hours (shown)',
      hint: 'Follows your opening hours until you change it.',
      preset: 'Monday - Friday: 9:00 AM - 5:00 PM EST',
    }),
    timeZone: pages.fact('zone', 60, {
      label: 'Time zone',
      hint: 'For dates and times on your pages.',
      preset: 'America/Toronto',
    }),
    /** for search engines; people read a text with the same content */
    openingHours: { part: 'facts', kind: 'hours', label: 'Opening hours', preset: {}, scope: 'pages' },
    /** the region whose statutory holidays are not business days: `private.statutory_holidays` */
    holidays: server.choice(holidayRegions, {
      label: 'Holidays',
      hint: "These days don't count toward response times.",
      preset: 'on',
    }),
    closedDates: server.factList('dates', 60, 10, {
      label: "Other days you're closed",
      hint: 'One date per line, such as 2026-12-24.',
    }),
    openDates: server.factList('dates', 60, 10, {
      label: 'Holidays you work on',
      hint: 'One date per line.',
    }),
    /** after these the first reply to a request is late */
    answerHours: server.number(1, 80, {
      label: 'Response-time target (business hours)',
      hint: 'Leads that wait longer are marked late, and your team gets an email.',
      preset: 4,
    }),
    /** see reply-promise-of.ts */
    replyDays: pages.number(0, 30, {
      label: 'Reply you promise (business days)',
      hint: 'Shown on your home, contact and service pages and in your accessibility statement. 0 promises nothing.',
      preset: 1,
    }),
  },
});
