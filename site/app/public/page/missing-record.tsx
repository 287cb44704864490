import { ButtonLink } from '../../ui/button.tsx';
import { Uncharted } from './uncharted.tsx';

/** A record that is not there, or not published: the spec's words and the way back to its list. */
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
    <Uncharted title={title}>
      <p>{text}</p>
      <ButtonLink to={to}>{back}</ButtonLink>
    </Uncharted>
  );
}
