import { defineTexts } from './texts/define-texts.ts';

/** Facts about the business that pages show. */
export const agency = {
  name: 'Fairlead Digital',
  country: 'Canada',
  /** of the head office, for the terms */
  province: 'Ontario',
  timeZone: 'America/Toronto',
  locale: 'en-CA',
  currency: 'CAD',

  /** toll-free, as shown */
  phone: '1-800-555-0199',
  /** for a tel: link */
  phoneHref: 'tel:+18005550199',
  email: 'hello@fairlead.example',
  emailHref: 'mailto:hello@fairlead.example',
  yearsOfExperience: '25+',
  /** minutes, free, for every new client */
  consultationMinutes: 30,
  minimumAge: 18,
  /** the terms cap liability at the fees of this many months */
  liabilityMonths: 12,

  billingTool: 'Stripe',

  ...defineTexts({
    location: 'Canada-wide service',
    hours: 'Monday - Friday: 9:00 AM - 5:00 PM EST',
    tagline: '25+ years of digital marketing excellence',
    statement:
      'Fairlead Digital offers result-oriented digital marketing services built as modular apps, for businesses across Canada and worldwide.',
    footerServices: {
      seo: 'Pay Per Results SEO',
      websites: 'Winning Websites',
      email: 'Email Marketing',
      reviews: 'Review Generation & Reputation',
    },
  }),
} as const;
