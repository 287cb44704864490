import { flushSync } from 'react-dom';
import { useWrite } from '../../data/use-write.ts';
import { ConfirmDialog } from '../screen/confirm-dialog.tsx';
import screenStyles from '../screen/screen.module.css';
import { showError } from '../screen/show-error.ts';
import { personTexts } from './person-texts.ts';
import { erasePerson, type Erased, type Person } from './read-person.ts';

const t = personTexts.erasure;

interface ErasePersonProps {
  contacts: string[];
  person: Person;
  onErased: (erased: Erased) => void;
  onClose: () => void;
}

export function ErasePerson({ contacts, person, onErased, onClose }: ErasePersonProps) {
  const erasure = useWrite(erasePerson, ['leads', 'overview', 'privacy', 'feedback'], {
    onError: (error) => showError(error, 'erase-person'),
  });

  function erase(): void {
    erasure.mutate(contacts, {
      onSuccess(erased) {
        flushSync(onClose);
        onErased(erased);
      },
    });
  }

  return (
    <ConfirmDialog
      busy={erasure.isPending}
      busyText={t.busy}
      id="erase-person"
      onClose={onClose}
      onYes={erase}
      title={t.title(contacts.join(personTexts.and))}
      yes={t.yes}
    >
      <ul className={screenStyles.consequences}>
        <li>{t.leads(person.counts.leads)}</li>
        <li>{t.messages(person.counts.messages)}</li>
        <li>{t.others}</li>
        <li>{t.backups}</li>
      </ul>
      <p>{t.final}</p>
    </ConfirmDialog>
  );
}
