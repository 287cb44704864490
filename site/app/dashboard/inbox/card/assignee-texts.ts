import { defineTexts } from '../../../texts/define-texts.ts';

export const assigneeTexts = defineTexts({
  label: (lead: string) => `Who is responsible for ${lead}`,
  shortLabel: 'Responsible',
  nobody: 'Nobody',
  me: 'You',
  former: 'a former colleague',
  shown: (name: string) => `<spoken>Responsible: </spoken>${name}`,
  given: (lead: string, name: string) => `${lead}: ${name} is responsible`,
  givenToYou: (lead: string) => `You're now responsible for ${lead}`,
  taken: (lead: string) => `${lead}: nobody is responsible`,
  refused: 'This lead was deleted, or you no longer have permission to change it.',
  denied: "This colleague can't handle leads. Choose an owner or an agent.",
  filter: {
    label: 'Whose leads',
    everyone: 'All colleagues',
    mine: 'Mine',
    nobodys: 'Unassigned',
  },
});
