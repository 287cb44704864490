// The label, with a hint where needed, of each field of the agency's details.
import type { AgencyFactName, AgencyTextName } from '../../agency/agency-fields.ts';
import { defineTexts } from '../../texts/define-texts.ts';

const figure = {
  figure: 'Figure',
  label: 'Its label',
  text: 'Second line',
};

/** A field without its label does not compile. */
export const agencyFieldTexts = defineTexts({
  name: { label: 'Agency name' },
  legalName: { label: 'Legal name', hint: 'Where it differs, for search engines and {{legalName}}.' },
  phone: { label: 'Phone, as people read it' },
  phoneDialled: {
    label: 'Phone, as it is dialled',
    hint: 'Only where it doesn’t follow from the number above. With its country code: +18005550199.',
  },
  email: { label: 'Email', hint: 'Replies to your emails go here too.' },
  location: { label: 'Address or area' },
  country: { label: 'Country' },
  province: { label: 'Province', hint: 'Of your head office, for the terms.' },
  socialLinks: { label: 'Social profiles', hint: 'One address a line, for search engines and the footer.' },
  logo: { label: 'Logo' },
  logoDark: {
    label: 'Logo for dark backgrounds',
    hint: 'For the dark theme, the footer and the sidebar. Without one the logo above is shown there too.',
  },
  logoGround: { label: 'Your logo can be seen on' },
  palette: { label: 'Palette' },
  mainColour: { label: 'Links and buttons', hint: 'Such as #0b4a5e.' },
  accentColour: { label: 'Lines and marks', hint: 'The line through the page, the bar under a link.' },
  groundColour: { label: 'Warm surfaces', hint: 'Wide blocks behind text: a light colour.' },
  hours: { label: 'Hours, as people read them' },
  timeZone: { label: 'Time zone', hint: 'Of the dates on your pages.' },
  openingHours: { label: 'Opening hours' },
  holidays: { label: 'Holidays', hint: 'You’re closed on these days: nobody waits on them.' },
  closedDates: { label: 'Other days you’re closed', hint: 'One date a line, such as 2026-12-24.' },
  openDates: { label: 'Holidays you work on', hint: 'One date a line.' },
  answerHours: {
    label: 'Business hours until an answer',
    hint: 'Your target. Leads that wait longer are marked, and you and your colleagues get an email.',
  },
  years: { label: 'Years in business', hint: 'Such as 25+. Texts name it as {{years}}.' },
  consultationMinutes: { label: 'Minutes of the free consultation' },
  heroCaption: { label: 'Line above the title' },
  heroTitle: { label: 'Title', hint: 'The word between *stars* gets the ring.' },
  heroText: { label: 'Text under the title' },
  heroFigure1: { label: figure.figure },
  heroLabel1: { label: figure.label },
  heroFigure2: { label: figure.figure },
  heroLabel2: { label: figure.label },
  heroFigure3: { label: figure.figure },
  heroLabel3: { label: figure.label },
  aboutTitle: { label: 'Title of About us' },
  aboutText: { label: 'Text of About us' },
  aboutFigure1: { label: figure.figure },
  aboutLabel1: { label: figure.label },
  aboutText1: { label: figure.text },
  aboutFigure2: { label: figure.figure },
  aboutLabel2: { label: figure.label },
  aboutText2: { label: figure.text },
  aboutFigure3: { label: figure.figure },
  aboutLabel3: { label: figure.label },
  aboutText3: { label: figure.text },
  statement: { label: 'What you do, in the footer' },
  tagline: { label: 'Tagline in the footer' },
  footerServices: {
    label: 'Services in the footer',
    hint: 'One a line. Until you change them, your own services take their place once the samples are removed.',
  },
  reputationPromo: {
    label: 'Reputation Management on the services page',
    hint: 'Three benefits and a link to your contact page, above the services.',
  },
  closingTitle: { label: 'Title of the closing call' },
  closingText: { label: 'Text of the closing call' },
  seoTitle: { label: 'Title of the home page in search results' },
  seoDescription: { label: 'Description of the home page in search results' },
  seoCaption: { label: 'Line above the title on its share image' },
  seoEnding: {
    label: 'Ending of short descriptions',
    hint: 'After your name, on pages with little text of their own.',
  },
  mailSignature: {
    label: 'Signature of replies',
    hint: 'Under the name of who writes. Blank: your agency’s name.',
  },
  acknowledgement: {
    label: 'Email that a request arrived',
    hint: 'Goes out right away to who sent a form, never for possible spam.',
  },
  acknowledgementText: {
    label: 'Text of that email',
    hint: 'A link to their conversation is added below.',
  },
  privacy: {
    label: 'Privacy Policy',
    hint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
  },
  terms: { label: 'Terms of Service', hint: 'Markdown, as above.' },
}) satisfies Record<AgencyFactName | AgencyTextName, { label: string; hint?: string }>;
