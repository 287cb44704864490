import { Fragment, type ReactNode } from 'react';

interface RichTextProps {
  /** "Read our <link>privacy policy</link>." Tags do not nest. */
  text: string;
  /** Renders the content of each tag. */
  tags: Record<string, (content: string) => ReactNode>;
}

/** A sentence with elements inside, so that a translation can order its words. */
export function RichText({ text, tags }: RichTextProps): ReactNode {
  return text.split(/(<(\w+)>.*?<\/\2>)/).map((part, index) => {
    // split() adds the group's name after each element.
    if (index % 3 === 2) return null;
    const element = /^<(\w+)>(.*)<\/\1>$/.exec(part);
    const render = element && tags[element[1] ?? ''];
    return render ? <Fragment key={index}>{render(element[2] ?? '')}</Fragment> : part;
  });
}
