// Component that renders a text with tags as React elements.
import { Fragment, type ReactNode } from 'react';

type Tags = Record<string, (content: string) => ReactNode>;

interface RichTextProps {
  /** "Read our <link>privacy policy</link>." Tags do not nest. */
  text: string;
  /** Renders the content of each tag, in addition to those that are always available. */
  tags?: Tags;
}

/** Tags that are always available: `<spoken>` is only for screen readers. */
const tagsForAll: Tags = {
  spoken: (content) => <span className="sr-only">{content}</span>,
};

/** A sentence with elements inside, so that a translation can order its words. */
export function RichText({ text, tags }: RichTextProps): ReactNode {
  return text.split(/(<(\w+)>.*?<\/\2>)/).map((part, index) => {
    // The second group of the pattern, the name of the tag, is a separate element of split()'s result.
    if (index % 3 === 2) return null;
    const element = /^<(\w+)>(.*)<\/\1>$/.exec(part);
    const name = element?.[1] ?? '';
    const render = [tags ?? {}, tagsForAll].find((known) => Object.hasOwn(known, name))?.[name];
    if (element && render) return <Fragment key={index}>{render(element[2] ?? '')}</Fragment>;
    return part === '' ? null : <span key={index}>{part}</span>;
  });
}
