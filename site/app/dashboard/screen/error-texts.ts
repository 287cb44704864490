import { defineTexts } from '../../texts/define-texts.ts';

export const errorTexts = defineTexts({ title: 'Error' });
