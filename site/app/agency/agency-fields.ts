// Defines every field of the agency's settings: its kind, limits, default value.
import { presetBrandColours, paletteNames } from '../colours/colour-tokens.ts';
import { defineTexts } from '../texts/define-texts.ts';
import { logoBackgrounds } from './agency-logo.ts';
import { holidayRegions } from './holiday-regions.ts';
import {
  defineAgencyChoiceField,
  defineAgencyColourField,
  defineAgencyDateListField,
  defineAgencyDialledPhoneField,
  defineAgencyEmailField,
  defineAgencyOpeningHoursField,
  defineAgencyLineField,
  defineAgencyLineListField,
  defineAgencyLinkListField,
  defineAgencyMarkdownField,
  defineAgencyNumberField,
  defineAgencyPhoneField,
  defineAgencyPictureField,
  defineAgencyMultilineField,
  defineAgencyTimeZoneField,
  type AgencyFieldDefinition,
  type AgencyFieldValue,
} from './agency-field-definition.ts';

/**
 * The only definition of the agency's settings: the kind, limits and preset of each field. {{name}} and the like are
 * replaced by other fields (fill-placeholders.ts). The form, its errors, the stored record and what pages read are
 * derived from it; the database has the same rules in `private.agency_fields()`.
 */

const facts = {
  name: defineAgencyLineField('Fairlead Digital', 40),
  legalName: defineAgencyLineField('', 120, false),
  phone: defineAgencyPhoneField('1-800-555-0199', 30),
  /** only needed if the number to dial cannot be derived from `phone` */
  phoneDialled: defineAgencyDialledPhoneField('', 16, false),
  email: defineAgencyEmailField('hello@fairlead.example', 254),
  /** the mailing address, which the law requires in a request for consent */
  street: defineAgencyLineField('', 120, false),
  city: defineAgencyLineField('', 60, false),
  postalCode: defineAgencyLineField('', 12, false),
  country: defineAgencyLineField('Canada', 60),
  /** the province of the head office, for the terms */
  province: defineAgencyLineField('Ontario', 60),
  timeZone: defineAgencyTimeZoneField('America/Toronto', 60),
  /** for search engines; people read a text with the same content */
  openingHours: defineAgencyOpeningHoursField({}),
  /** the region whose statutory holidays are not business days: `private.statutory_holidays` */
  holidays: defineAgencyChoiceField('on', holidayRegions),
  closedDates: defineAgencyDateListField([], 60),
  /** holidays on which the agency works */
  openDates: defineAgencyDateListField([], 60),
  /** business hours after which the first reply to a request is late */
  answerHours: defineAgencyNumberField(4, 1, 80),
  /** business days within which visitors are promised a reply; 0 promises nothing (reply-promise-of.ts) */
  replyDays: defineAgencyNumberField(1, 0, 30),
  /** whether a mail acknowledges a request: `private.acknowledge_leads` */
  acknowledgement: defineAgencyChoiceField('off', ['off', 'sent']),
  years: defineAgencyLineField('25+', 10),
  /** length of the free consultation for new clients */
  consultationMinutes: defineAgencyNumberField(30, 5, 480),
  /** the panel about reputation management on /services */
  reputationPromo: defineAgencyChoiceField('shown', ['shown', 'hidden']),
  /** whether pages link to lists in which nothing is published (content/content-types.ts) */
  emptyLists: defineAgencyChoiceField('unlinked', ['unlinked', 'linked']),
  socialLinks: defineAgencyLinkListField([], 8, 300),
  /** '' shows the first letter beside the name */
  logo: defineAgencyPictureField('', 400, false),
  logoDark: defineAgencyPictureField('', 400, false),
  /** the backgrounds on which the logo can be recognised; measured during the upload */
  logoGround: defineAgencyChoiceField('any', logoBackgrounds),
  /** the icon in the browser's tab; '' uses the logo or the first letter of the name */
  icon: defineAgencyPictureField('', 400, false),
  /** the picture at the top of the home page; '' shows contour art */
  heroImage: defineAgencyPictureField('', 400, false),
  palette: defineAgencyChoiceField('chart', paletteNames),
  /** the three colours of the palette `own` */
  mainColour: defineAgencyColourField(presetBrandColours.main, 7),
  accentColour: defineAgencyColourField(presetBrandColours.accent, 7),
  groundColour: defineAgencyColourField(presetBrandColours.ground, 7),
};

const defaultTexts = defineTexts({
  location: 'Canada-wide service',
  hours: 'Monday - Friday: 9:00 AM - 5:00 PM EST',
  tagline: '{{years}} years of digital marketing excellence',
  payForResults: 'Pay for Results',
  statement:
    '{{name}} offers result-oriented digital marketing services built as modular apps, for businesses across {{country}} and worldwide.',
  footerServices: {
    seo: 'Pay Per Results SEO',
    websites: 'Winning Websites',
    email: 'Email Marketing',
    reviews: 'Review Generation & Reputation',
  },
  hero: {
    caption: 'Digital marketing and accessibility, across {{country}}',
    title: 'Get found.\nWork for *everyone.*',
    text: 'Search, websites, email and reviews that bring in calls, and that every visitor can use.',
    years: 'years in business',
    reply: '{{replyDays}}',
    replyLabel: 'reply time on weekdays',
    disability: '27%',
    // Statistics Canada, Canadian Survey on Disability, 2022
    disabilityLabel: 'of Canadians 15+ live with a disability',
  },
  about: {
    title:
      "For {{years}} years, we've helped people find our clients and made sure everyone can use what they find.",
    text: "We serve businesses across {{country}} and worldwide. Each client gets a dedicated account manager, and a free {{consultationMinutes}}-minute consultation comes first, so you know what's involved before you commit.",
    years: 'years in digital marketing',
    minutes: 'minutes free',
    minutesText: 'for your first consultation',
    manager: 'dedicated account manager',
    managerText: 'from start to finish',
  },
  apps: 'Small tools we build, use every day and can set up for you.',
  closing: {
    title: 'Get a free proposal',
    text: 'Tell us where you are and where you want to be. A real person replies within {{replyTime}} with a plan and a price.',
  },
  intros: {
    services: 'Prices up front. “{{payForResults}}” means you owe nothing for that item until we deliver.',
    apps: 'Small tools we build, use every day and can set up for you. Each does one job well, and you can stop any time.',
    resources: 'Practical guides in plain language, each with a checklist and one next step.',
    caseStudies: 'What each client needed, what we did for them and what changed, in numbers.',
  },
  servicesAsk:
    "Book the free {{consultationMinutes}}-minute consultation and tell us about your project. If we're not the right fit, we'll say so.",
  contactSteps: {
    reading: 'A real person reads your message {{readTime}}.',
    reply: 'An account manager replies with questions or a time to talk.',
    consultation: 'You get a free {{consultationMinutes}}-minute consultation, then a written quote.',
  },
  serviceClosing: "Tell us what you need in a line or two. We'll reply within {{replyTime}}.",
  articleClosing: "Tell us what's holding you back. Your first {{consultationMinutes}} minutes are free.",
  reputation: {
    title: 'More honest reviews, answered on time',
    text: 'People read reviews before they call. We help you ask for reviews, reply quickly and act on what you learn.',
    benefits: {
      ask: 'Ask at the right moment: A text after the job, with one clear link.',
      reply: 'Reply within one business day: Alerts and draft replies for good and bad reviews.',
      learn: "Learn what to fix: A monthly list of what customers love and what they don't.",
    },
  },
  /** The label must not contain the label of a form field. */
  consent: {
    label: 'Send me news and offers from {{name}} now and then.',
    hint: 'Optional, by email. You can unsubscribe at any time.',
  },
  accessibility: {
    target:
      "{{name}} wants everyone to be able to read this website, use its forms and reach us. Our target is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. For text contrast on public pages, we aim higher, at level AAA.\n\nNo outside evaluator has confirmed that we meet it, and we don't claim full conformance. This page lists the limits we know of. If you find another, please tell us.",
    limits:
      "- Images and text added later depend on the person who adds them. A description may be missing or poor until someone notices.\n- The screen reader Orca 43 doesn't announce a menu or form that opens over the page. It does read its fields and links as you move.\n- The site is in English only.\n- App demos and other sites we link to aren't covered by this statement.\n- With forced colours, contrast depends on the colours you chose.",
    contact:
      "If something gets in your way, or you need this information in another format, call {{tollFreePhone}}, email {{email}}, or [report it below](#report), without your name if you like. If you can, tell us which page it was and what you use to browse. A real person reads your message {{readTime}} and tells you what we'll do.\n\nIf our answer doesn't help, reply and tell us. You can also contact the human rights commission or tribunal in your province or territory.",
  },
  acknowledgement:
    'Thank you for writing to {{name}}. We have your message, and a real person will read it.\n\nOur hours: {{hours}}. If you need something now, call {{phone}}.',
  seo: {
    title: 'Get found. Work for everyone.',
    description:
      'Digital marketing and accessibility for businesses across {{country}} and worldwide: search, websites, email and reviews that every visitor can use.',
    caption: 'Digital marketing and accessibility',
    ending: 'digital marketing and accessibility across {{country}}',
  },
});

const { hero, about, closing, intros, reputation, consent, accessibility, seo } = defaultTexts;

/** Texts that only the home page shows. */
const home = {
  heroCaption: defineAgencyLineField(hero.caption, 80),
  /** one line each; *word* is shown in the ring */
  heroTitle: defineAgencyMultilineField(hero.title, 80),
  heroText: defineAgencyMultilineField(hero.text, 240),
  /** '' if the picture is decorative */
  heroImageAlt: defineAgencyLineField('', 160, false),
  heroFigure1: defineAgencyLineField('{{years}}', 30),
  heroLabel1: defineAgencyLineField(hero.years, 60),
  heroFigure2: defineAgencyLineField(hero.reply, 30),
  heroLabel2: defineAgencyLineField(hero.replyLabel, 60),
  heroFigure3: defineAgencyLineField(hero.disability, 30),
  heroLabel3: defineAgencyLineField(hero.disabilityLabel, 60),
  aboutTitle: defineAgencyMultilineField(about.title, 200),
  aboutText: defineAgencyMultilineField(about.text, 800),
  aboutFigure1: defineAgencyLineField('{{years}}', 30),
  aboutLabel1: defineAgencyLineField(about.years, 60),
  aboutText1: defineAgencyLineField('', 80, false),
  aboutFigure2: defineAgencyLineField('{{consultationMinutes}}', 30),
  aboutLabel2: defineAgencyLineField(about.minutes, 60),
  aboutText2: defineAgencyLineField(about.minutesText, 80, false),
  aboutFigure3: defineAgencyLineField('1', 30),
  aboutLabel3: defineAgencyLineField(about.manager, 60),
  aboutText3: defineAgencyLineField(about.managerText, 80, false),
  appsText: defineAgencyMultilineField(defaultTexts.apps, 300),
  closingTitle: defineAgencyLineField(closing.title, 80),
  closingText: defineAgencyMultilineField(closing.text, 300),
};

/** Texts that only the list of services shows. */
const services = {
  servicesAsk: defineAgencyMultilineField(defaultTexts.servicesAsk, 300),
  reputationTitle: defineAgencyLineField(reputation.title, 80),
  reputationText: defineAgencyMultilineField(reputation.text, 300),
  /** each has a heading and a text, separated by a colon */
  reputationBenefits: defineAgencyLineListField(Object.values(reputation.benefits), 3, 160),
};

/** Parts of the accessibility statement, in Markdown. */
const statement = {
  accessibilityTarget: defineAgencyMarkdownField(accessibility.target, 5000),
  accessibilityLimits: defineAgencyMarkdownField(accessibility.limits, 5000),
  accessibilityContact: defineAgencyMarkdownField(accessibility.contact, 5000),
};

const texts = {
  location: defineAgencyLineField(defaultTexts.location, 80),
  hours: defineAgencyLineField(defaultTexts.hours, 120),
  tagline: defineAgencyLineField(defaultTexts.tagline, 120),
  statement: defineAgencyMultilineField(defaultTexts.statement, 400),
  footerServices: defineAgencyLineListField(Object.values(defaultTexts.footerServices), 6, 60),
  ...home,
  ...services,
  /** shown instead of a price of 0; empty shows nothing there */
  payForResults: defineAgencyLineField(defaultTexts.payForResults, 40, false),
  /** the text under the title of each list, also its description in search results */
  servicesIntro: defineAgencyMultilineField(intros.services, 300),
  appsIntro: defineAgencyMultilineField(intros.apps, 300),
  resourcesIntro: defineAgencyMultilineField(intros.resources, 300),
  caseStudiesIntro: defineAgencyMultilineField(intros.caseStudies, 300),
  /** what happens after a message was sent */
  contactSteps: defineAgencyLineListField(Object.values(defaultTexts.contactSteps), 5, 160),
  serviceClosing: defineAgencyMultilineField(defaultTexts.serviceClosing, 300),
  /** the closing text of articles and case studies */
  articleClosing: defineAgencyMultilineField(defaultTexts.articleClosing, 300),
  /** the label of the checkbox; the legal name and addresses are added to the hint (lead/consent.ts) */
  consentLabel: defineAgencyLineField(consent.label, 160),
  consentHint: defineAgencyLineField(consent.hint, 200),
  /** below the sender's name; empty means the agency's name */
  mailSignature: defineAgencyMultilineField('', 300, false),
  /** the mail that acknowledges a request */
  acknowledgementText: defineAgencyMultilineField(defaultTexts.acknowledgement, 1000),
  seoTitle: defineAgencyLineField(seo.title, 60),
  seoDescription: defineAgencyMultilineField(seo.description, 160),
  seoCaption: defineAgencyLineField(seo.caption, 60),
  /** added after the name in descriptions of pages whose own texts are too short */
  seoEnding: defineAgencyLineField(seo.ending, 80),
  /** Markdown; empty means the program's own text */
  privacy: defineAgencyMarkdownField('', 60_000, false),
  terms: defineAgencyMarkdownField('', 60_000, false),
  ...statement,
};

type Values<Fields extends Record<string, AgencyFieldDefinition>> = {
  readonly [Name in keyof Fields]: AgencyFieldValue<Fields[Name]>;
};

export type AgencyFacts = Values<typeof facts>;
export type AgencyTexts = Values<typeof texts>;
/** Parts of `AgencyTexts`. */
export type AgencyHomeTexts = Values<typeof home>;
export type AgencyServicesTexts = Values<typeof services>;
/** The pages replace the placeholders of these, because they make links of the phone number and the email address. */
export type AgencyLegalTexts = Pick<AgencyTexts, 'privacy' | 'terms' | keyof typeof statement>;
export type AgencyFactName = keyof AgencyFacts;
export type AgencyTextName = keyof AgencyTexts;

/** Fields that are the same in all languages. */
export const agencyFactFields: Readonly<Record<AgencyFactName, AgencyFieldDefinition>> = facts;
/** Fields with a value for each language. */
export const agencyTextFields: Readonly<Record<AgencyTextName, AgencyFieldDefinition>> = texts;

export const agencyHomeTextNames: ReadonlySet<string> = new Set(Object.keys(home));
export const agencyServicesTextNames: ReadonlySet<string> = new Set(Object.keys(services));

function presetsOf<Fields extends Record<string, AgencyFieldDefinition>>(fields: Fields): Values<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { preset }]) => [name, preset]),
  ) as unknown as Values<Fields>;
}

export const agencyFactPresets: AgencyFacts = presetsOf(facts);
export const agencyTextPresets: AgencyTexts = presetsOf(texts);

/** The stored fields, which were changed. Missing fields have their presets. */
export interface AgencyRecord {
  facts: Partial<AgencyFacts>;
  /** by language */
  texts: Readonly<Record<string, Partial<AgencyTexts>>>;
  /** read together with it: the pages that owners have opened (content/content-types.ts) */
  openPages?: readonly string[];
}

export const emptyAgencyRecord: AgencyRecord = { facts: {}, texts: {} };
