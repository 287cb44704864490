import { agency } from '../../agency.ts';
import { defineTexts } from '../../texts/define-texts.ts';

export const homeTexts = defineTexts({
  hero: {
    caption: 'Digital marketing and accessibility, across Canada',
    title: 'Get found. <newLine></newLine>Work for <ring>everyone.</ring>',
    text: 'Search, websites, email and reviews that bring in calls, and that every visitor can use.',
    services: 'Our Services',
    facts: {
      years: 'years in business',
      reply: '1 day',
      replyLabel: 'to a reply on weekdays',
      disability: '27%',
      // Statistics Canada, Canadian Survey on Disability, 2022
      disabilityLabel: 'of Canadians 15+ live with a disability',
    },
  },
  about: {
    caption: 'About Us',
    title: `For ${agency.yearsOfExperience} years, we've helped people find our clients and made sure everyone can use what they find.`,
    text: `We serve businesses across ${agency.country} and worldwide. Each client gets a dedicated account manager, and a free ${agency.consultationMinutes}-minute consultation comes first, so you know what's involved before you commit.`,
    learnMore: 'Learn More<spoken> about us</spoken>',
    facts: {
      years: 'years in digital marketing',
      minutes: 'minutes free',
      minutesText: 'for your first consultation',
      manager: 'dedicated account manager',
      managerText: 'from start to finish',
    },
  },
  services: {
    title: 'Our Services',
    all: 'View All Services',
    empty: 'No services available at the moment.',
  },
  partners: {
    title: 'Who we work with',
    samplesTitle: 'Who we work with (sample names)',
  },
  apps: {
    title: 'Technology & Apps',
    text: 'Small tools we build, use every day and can set up for you.',
  },
  closing: {
    title: 'Get a free proposal',
    text: 'Tell us where you are and where you want to be. A real person replies within one business day with a plan and a price.',
    request: 'Request a Free Proposal',
  },
});
