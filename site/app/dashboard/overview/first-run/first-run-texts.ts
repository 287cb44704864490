// Texts of the set-up checklist for a new site, with the removal of sample content.
import { defineTexts } from '../../../texts/define-texts.ts';
import { formatCount } from '../../../ui/format-values.ts';

export const firstRunTexts = defineTexts({
  title: 'Make it yours',
  progress: (done: number, all: number) =>
    done === all ? 'All done.' : `${done} of ${all} done. Steps are checked off automatically.`,
  done: '<spoken>Done: </spoken>',
  open: '<spoken>To do: </spoken>',
  steps: {
    name: { title: 'Enter your name and phone number', link: 'Go to contact details' },
    logo: { title: 'Add your logo and colours', link: 'Upload a logo' },
    legal: { title: 'Add your legal name to the privacy policy and terms', link: 'Review legal pages' },
    mail: { title: 'Send yourself a test email' },
    backup: { title: 'Set up backups' },
    team: { title: 'Invite a colleague', link: 'Go to Team' },
    samples: { title: 'Remove the sample content' },
  },
  samples: {
    button: 'Remove samples',
    question: 'Remove all sample content?',
    text: "Removes every sample you haven't edited. Services, apps, case studies and resources stay in the trash for 30 days; partners, leads and empty categories are permanently deleted. Samples that your own content or leads refer to stay.",
    busy: 'Removing...',
    removed: 'Samples removed',
    counts: (removed: number, kept: number) =>
      kept === 0
        ? `${formatCount(removed)} samples removed.`
        : `${formatCount(removed)} samples removed. ${formatCount(kept)} kept because your own content or leads refer to them.`,
  },
  dismiss: 'Dismiss checklist',
  dismissing: 'Dismissing...',
});
