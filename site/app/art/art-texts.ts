// Text of the 404 response for an unknown chart image.
import { defineTexts } from '../texts/define-texts.ts';

export const artTexts = defineTexts({ notFound: "We couldn't find that image." });
