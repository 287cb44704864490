// A text with links to the agency's phone number and email address.
import { useAgency } from '../../agency/use-agency.ts';
import { RichText } from '../../texts/rich-text.tsx';

/** A text whose tags `phone` and `email` are links to the agency's. */
export function TextWithContactLinks({ text }: { text: string }) {
  const { phoneHref, emailHref } = useAgency();
  const link = (href: string) => (words: string) => (
    <a className="link" href={href}>
      {words}
    </a>
  );
  return <RichText tags={{ phone: link(phoneHref), email: link(emailHref) }} text={text} />;
}
