import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { conversationTexts } from './conversation-texts.ts';
import type { MessageOutcome } from './receive-message.ts';

const t = conversationTexts.answer;

/** A plain HTML form: it works the same with scripts and without. */
export function MessageForm({ formKey, outcome }: { formKey: string; outcome: MessageOutcome | undefined }) {
  return (
    <>
      <h2 className="heading-28" id="answer">
        {t.title}
      </h2>
      <form className={formStyles.form} method="post" noValidate>
        {outcome && <Problems outcome={outcome} />}
        <input name="key" type="hidden" value={formKey} />
        <TextArea
          defaultValue={outcome?.text}
          error={outcome?.problem ?? undefined}
          id="message"
          label={t.label}
          marked
          name="message"
          required
          rows={6}
        />
        <div className={formStyles.foot}>
          <Button icon="send" size="public" type="submit">
            {t.send}
          </Button>
        </div>
      </form>
    </>
  );
}

/** The problem, with a link to the field. The page comes back with the focus on it. */
function Problems({ outcome: { problem, failure, text } }: { outcome: MessageOutcome }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
    <div autoFocus className={formStyles.problems} role="alert" tabIndex={-1}>
      <p>
        <Icon name="warning" />
        {failure ?? t.problems}
      </p>
      {failure !== null && text !== '' && <p>{t.kept}</p>}
      {problem !== null && (
        <ul className="mt-6">
          <li>
            <a href="#message">{problem}</a>
          </li>
        </ul>
      )}
    </div>
  );
}
