// Texts of the set-up checklist for a new site, with the removal of sample content.
import { defineTexts } from '../../../texts/define-texts.ts';
import { formatCount } from '../../../ui/format-values.ts';

export const firstRunTexts = defineTexts({
  title: 'Make it yours',
  progress: (done: number, all: number) =>
    done === all ? 'Everything is done.' : `${done} of ${all} done. Each step ticks itself.`,
  done: '<spoken>Done: </spoken>',
  open: '<spoken>To do: </spoken>',
  steps: {
    name: { title: 'Name and phone number', link: 'Enter them' },
    logo: { title: 'Logo and colours', link: 'Upload a logo' },
    legal: { title: 'Legal name and legal texts', link: 'Read and adapt them' },
    mail: { title: 'A test message to yourself' },
    backup: { title: 'A backup that succeeded' },
    team: { title: 'Colleagues with access', link: 'Add someone' },
    samples: { title: 'Sample content removed' },
  },
  samples: {
    button: 'Remove samples',
    question: 'Remove all sample content?',
    text: 'All samples that nobody has edited go. Services, apps, case studies and posts stay in the trash for 30 days; partners and leads are gone for good. What you edited, and what your own content or leads refer to, stays.',
    busy: 'Removing...',
    removed: 'Samples removed',
    counts: (removed: number, kept: number) =>
      kept === 0
        ? `${formatCount(removed)} records removed.`
        : `${formatCount(removed)} records removed. ${formatCount(kept)} stay, because your own content or leads refer to them.`,
  },
  dismiss: 'Hide this list for good',
  dismissing: 'Hiding...',
});
