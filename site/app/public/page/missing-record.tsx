import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from './error-layout.tsx';

/** For a record that does not exist or is not published: the specification's text and a link to the list. */
export function MissingRecord({
  title,
  text,
  to,
  back,
}: {
  title: string;
  text: string;
  to: string;
  back: string;
}) {
  return (
    <ErrorLayout title={title}>
      <p>{text}</p>
      <ButtonLink to={to}>{back}</ButtonLink>
    </ErrorLayout>
  );
}
