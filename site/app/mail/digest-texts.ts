import { defineTexts } from '../texts/define-texts.ts';
import { formatCount } from '../ui/format-count.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`);
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** Mail to staff about their leads. */
export const digestTexts = defineTexts({
  subject: {
    lead: (name: string) => `New lead: ${name}`,
    answer: (name: string) => `New reply from ${name}`,
    assigned: (name: string) => `Newly assigned: ${name}`,
    booked: (name: string, time: string) => `Consultation with ${name}: ${time}`,
    cancelled: (name: string) => `Consultation cancelled: ${name}`,
    mention: (name: string, author: string) => `${author} mentioned you in a note on ${name}`,
    late: (name: string) => `Past your response-time target: ${name}`,
    mail: (name: string) => `Email to sort: ${name}`,
    reports: (count: number) =>
      count === 1
        ? 'An accessibility report needs a reply'
        : `${formatCount(count)} accessibility reports need a reply`,
    allLate: (count: number) => `${people(count)} ${count === 1 ? 'has' : 'have'} waited past your target`,
    waiting: (count: number) => `${people(count)} ${are(count)} waiting`,
    updates: (count: number) => `${formatCount(count)} lead updates`,
  },
  names: (subject: string, names: string) => `${subject}: ${names}`,
  nextName: (names: string, name: string) => `${names}; ${name}`,
  waited: (name: string, wait: string) => `${name}, ${wait}`,
  short: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`),
  },
  intro: {
    late: 'These people have waited longer than your response-time target.',
    waiting: 'Longest wait first.',
  },
  title: {
    company: (name: string, company: string) => `${name}, ${company}`,
    about: (name: string, service: string) => `${name} (${service})`,
  },
  kinds: {
    lead: 'New lead',
    answer: 'New reply',
    assigned: 'Newly assigned',
    late: 'Past your response-time target',
    mail: "We couldn't match this email to a lead",
    booked: (time: string) => `Consultation on ${time}`,
    cancelled: (time: string) => `Cancelled: consultation on ${time}`,
    mention: (author: string) => `${author} mentioned you in a note`,
  },
  nextFact: (facts: string, fact: string) => `${facts} · ${fact}`,
  colleague: 'A colleague',
  since: (time: string) => `Waiting since ${time}`,
  wait: (wait: string, time: string) => `Waiting ${wait}, since ${time}`,
  long: {
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 business hour' : `${count} business hours`),
    days: (count: number) => (count === 1 ? '1 business day' : `${formatCount(count)} business days`),
  },
  quote: (words: string) => `“${words}”`,
  reports: 'Your response time is published on the accessibility page.',
  more: (count: number) => `And ${formatCount(count)} more in Messages.`,
  open: 'Open Messages',
  openReports: 'Open reports',
  reason: (agency: string) => `You're receiving this because you handle leads for ${agency}.`,
  settings: 'Choose how often we email you, or set days away',
});
