import type { ReactNode } from 'react';
import { RichText } from '../texts/rich-text.tsx';

const tags = { hidden: (content: string): ReactNode => <span className="sr-only">{content}</span> };

/** A text whose `<hidden>` part is for screen readers alone: "Edit<hidden> Accessibility Audit</hidden>". */
export function SpokenLabel({ text }: { text: string }) {
  return <RichText tags={tags} text={text} />;
}
