// The label, with a hint where needed, of each field of the agency's details.
import type { AgencyFactName, AgencyTextName } from '../../agency/agency-fields.ts';
import { defineTexts } from '../../texts/define-texts.ts';

const figure = {
  figure: 'Value',
  label: 'Label',
  text: 'Second line',
};

/** Every field must have a label, or this does not compile. */
export const agencyFieldTexts = defineTexts({
  name: { label: 'Agency name' },
  legalName: {
    label: 'Legal name',
    hint: 'If different. For search engines, and wherever your texts use {{legalName}}.',
  },
  phone: { label: 'Phone number (shown)' },
  phoneDialled: {
    label: 'Phone number for links',
    hint: "Only if we can't dial the number above. Include the country code: +18005550199.",
  },
  email: { label: 'Email', hint: 'Replies to your emails go here too.' },
  street: {
    label: 'Street address',
    hint: "Part of your mailing address. Canada's anti-spam law (CASL) requires it next to the consent checkbox.",
  },
  city: { label: 'City' },
  postalCode: { label: 'Postal code' },
  location: {
    label: 'Address or area',
    hint: 'Shown on your pages. Follows your city and province until you change it.',
  },
  country: { label: 'Country' },
  province: {
    label: 'Province',
    hint: 'Where your head office is. Also sets your time zone and holidays, and is named in your terms.',
  },
  socialLinks: { label: 'Social profiles', hint: 'One URL per line, for the footer and search engines.' },
  logo: { label: 'Logo' },
  logoDark: {
    label: 'Logo for dark backgrounds',
    hint: 'For the dark theme, the footer and the sidebar. Leave blank to use the logo above.',
  },
  logoGround: { label: 'Logo works on' },
  icon: {
    label: 'Browser icon',
    hint: 'A square image. Leave blank to use a square logo or the first letter of your name.',
  },
  heroImage: { label: 'Image', hint: 'Shown beside the title. Leave blank for contour lines.' },
  heroImageAlt: { label: 'Image description', hint: "One sentence. Leave blank if it's decorative." },
  palette: { label: 'Palette' },
  mainColour: { label: 'Links and buttons', hint: 'Such as #0b4a5e.' },
  accentColour: { label: 'Lines and marks', hint: 'The line through the page and the bar under links.' },
  groundColour: { label: 'Background blocks', hint: 'Wide blocks behind text. Choose a light colour.' },
  hours: { label: 'Business hours (shown)', hint: 'Follows your opening hours until you change it.' },
  timeZone: { label: 'Time zone', hint: 'For dates and times on your pages.' },
  openingHours: { label: 'Opening hours' },
  holidays: { label: 'Holidays', hint: "These days don't count toward response times." },
  closedDates: { label: "Other days you're closed", hint: 'One date per line, such as 2026-12-24.' },
  openDates: { label: 'Holidays you work on', hint: 'One date per line.' },
  answerHours: {
    label: 'Response-time target (business hours)',
    hint: 'Leads that wait longer are marked late, and your team gets an email.',
  },
  replyDays: {
    label: 'Reply you promise (business days)',
    hint: 'Shown on your home, contact and service pages and in your accessibility statement. 0 promises nothing.',
  },
  years: { label: 'Years in business', hint: 'Such as 25+. Use {{years}} in your texts.' },
  consultationMinutes: { label: 'Free consultation (minutes)' },
  heroCaption: { label: 'Text above the title', hint: 'What you do, in a few words.' },
  heroTitle: { label: 'Title', hint: 'Put *asterisks* around a word to frame it.' },
  heroText: { label: 'Text below the title', hint: 'What you do, for whom, in a sentence or two.' },
  heroFigure1: { label: figure.figure },
  heroLabel1: { label: figure.label },
  heroFigure2: { label: figure.figure },
  heroLabel2: { label: figure.label },
  heroFigure3: { label: figure.figure },
  heroLabel3: { label: figure.label },
  aboutTitle: { label: 'About us title' },
  aboutText: { label: 'About us text' },
  aboutFigure1: { label: figure.figure },
  aboutLabel1: { label: figure.label },
  aboutText1: { label: figure.text },
  aboutFigure2: { label: figure.figure },
  aboutLabel2: { label: figure.label },
  aboutText2: { label: figure.text },
  aboutFigure3: { label: figure.figure },
  aboutLabel3: { label: figure.label },
  aboutText3: { label: figure.text },
  statement: {
    label: 'What you do (footer)',
    hint: 'Follows the text below your home page title until you change it.',
  },
  tagline: {
    label: 'Tagline (footer)',
    hint: 'Follows the text above your home page title until you change it.',
  },
  footerServices: {
    label: 'Services in the footer',
    hint: 'One per line. Unless you change these, your own services replace them once you remove the samples.',
  },
  reputationPromo: {
    label: 'Reputation Management on the services page',
    hint: 'Three benefits and a link to your contact page, above the services.',
  },
  reputationTitle: { label: 'Reputation Management title' },
  reputationText: { label: 'Reputation Management text' },
  reputationBenefits: {
    label: 'Reputation Management benefits',
    hint: 'One per line, up to three, as "heading: text". Example: Ask at the right moment: A text after the job.',
  },
  servicesIntro: { label: 'Services introduction', hint: 'Also shown in search results.' },
  payForResults: {
    label: 'Shown instead of a price of 0',
    hint: 'Leave blank if you have no such offers: your pages and terms then say nothing about them.',
  },
  servicesAsk: { label: 'Invitation below your services' },
  serviceClosing: { label: 'Closing text of each service' },
  appsIntro: { label: 'Apps introduction', hint: 'Also shown in search results.' },
  appsText: { label: 'Text above your apps on the home page' },
  resourcesIntro: { label: 'Resources introduction', hint: 'Also shown in search results and the feed.' },
  caseStudiesIntro: { label: 'Case studies introduction', hint: 'Also shown in search results.' },
  emptyLists: {
    label: 'Resources and case studies while there are none',
    hint: 'While there are none, these pages only say so.',
  },
  articleClosing: { label: 'Closing text of articles and case studies' },
  contactSteps: {
    label: 'What happens after someone writes to you',
    hint: 'One step per line, up to five. Promise only what you can keep.',
  },
  consentLabel: { label: 'Consent checkbox for news and offers' },
  consentHint: {
    label: 'Note below the checkbox',
    hint: 'We add your legal name, mailing address, phone and email, because the law requires them.',
  },
  closingTitle: { label: 'Call-to-action title' },
  closingText: { label: 'Call-to-action text' },
  seoTitle: {
    label: 'Home page title in search results',
    hint: 'Follows your home page title until you change it.',
  },
  seoDescription: {
    label: 'Home page description in search results',
    hint: 'Follows the text below your home page title until you change it.',
  },
  seoCaption: {
    label: 'Text above the title on the share image',
    hint: 'Follows the text above your home page title until you change it.',
  },
  seoEnding: {
    label: 'Text added to short descriptions',
    hint: 'Added after your name on pages with little text of their own.',
  },
  mailSignature: {
    label: 'Reply signature',
    hint: "Added below the sender's name. Leave blank to use your agency's name.",
  },
  acknowledgement: {
    label: 'Automatic reply',
    hint: 'Sent right away to people who submit a form, never for possible spam.',
  },
  acknowledgementText: {
    label: 'Automatic reply text',
    hint: 'We add a link to their conversation at the end.',
  },
  privacy: {
    label: 'Privacy Policy',
    hint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
  },
  terms: { label: 'Terms of Service', hint: 'Markdown, as above.' },
  accessibilityTarget: {
    label: 'Your target',
    hint: 'The standard you aim for, in Markdown. Claim only what you can show. How this software was tested is added below.',
  },
  accessibilityLimits: {
    label: 'Known limits',
    hint: "What some visitors can't use yet, as a list: start each line with “- ”.",
  },
  accessibilityContact: {
    label: 'How to reach you, and what you promise',
    hint: 'How visitors report an accessibility problem, and how soon you reply. Markdown works here too.',
  },
}) satisfies Record<AgencyFactName | AgencyTextName, { label: string; hint?: string }>;
