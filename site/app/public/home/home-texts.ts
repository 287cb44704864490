// Titles or link labels of the home page's sections: about, services, partners, case studies, apps.
import { defineTexts } from '../../texts/define-texts.ts';

export const homeTexts = defineTexts({
  hero: {
    services: 'Our Services',
  },
  about: {
    caption: 'About Us',
    learnMore: 'Learn More<spoken> about us</spoken>',
  },
  services: {
    title: 'Our Services',
    all: 'View All Services',
  },
  partners: {
    title: 'Who we work with',
    samplesTitle: 'Who we work with (sample names)',
  },
  caseStudies: {
    title: 'Client results',
    all: 'View All Case Studies',
  },
  apps: {
    title: 'Technology & Apps',
  },
  closing: {
    request: 'Request a free proposal',
  },
});
