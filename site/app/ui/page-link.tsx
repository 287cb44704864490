import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A link from one public page to another: where the browser can, it draws the one into the other (page-turn.css). */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link viewTransition {...props} />;
}
